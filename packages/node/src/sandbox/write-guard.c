/*
 * The first program of every sandboxed run on Linux. It forbids opening anything for writing, except below the places
 * listed behind its code, and then becomes the program of the run. A read-only mount alone does not stop a program from
 * opening a named pipe for writing; Landlock does.
 *
 * Where the run reaches hosts by a proxy only, it also opens the port of 127.0.0.1 at which the run finds that proxy, and hands
 * the listening socket out: it belongs to the run's own network, and whoever started the run takes its connections.
 *
 * It has no C library and no data that needs relocation: `write-guard-code.ts` holds its bytes, and `write-guard.ts`
 * puts them into an ELF file together with the places. `node packages/node/build/write-guard.mjs` compiles it.
 *
 * Called as: guard PROGRAM ARGUMENT...   It starts PROGRAM with PROGRAM as argv[0], as bubblewrap itself would.
 */

typedef unsigned long u64;

#if defined(__x86_64__)
enum { WRITE = 1, CLOSE = 3, EXECVE = 59, FCNTL = 72, EXIT_GROUP = 231, OPENAT = 257 };
enum { SOCKET = 41, SENDMSG = 46, BIND = 49, LISTEN = 50 };
__asm__(".section .start,\"ax\"\n.globl _start\n_start:\n mov %rsp,%rdi\n and $-16,%rsp\n call guard\n hlt\n");
#elif defined(__aarch64__)
enum { WRITE = 64, CLOSE = 57, EXECVE = 221, FCNTL = 25, EXIT_GROUP = 94, OPENAT = 56 };
enum { SOCKET = 198, SENDMSG = 211, BIND = 200, LISTEN = 201 };
__asm__(".section .start,\"ax\"\n.globl _start\n_start:\n mov x0,sp\n bl guard\n brk #0\n");
#endif

/* Of linux/landlock.h. The numbers of these calls are the same on every processor. */
enum { CREATE_RULESET = 444, ADD_RULE = 445, RESTRICT_SELF = 446 };
enum { VERSION = 1, PATH_BENEATH = 1, WRITE_FILE = 1 << 1, REFER = 1 << 13 };
/* The version since which files can be moved between directories (REFER). Before it, none can. */
enum { NEEDED = 2 };
enum { AT_FDCWD = -100, O_PATH = 010000000, O_CLOEXEC = 02000000, F_SETFD = 2, FD_CLOEXEC = 1 };
enum { AF_INET = 2, SOCK_STREAM = 1, SOCK_CLOEXEC = 02000000, SOL_SOCKET = 1, SCM_RIGHTS = 1, BACKLOG = 511 };
enum { ENOENT = 2, ENOEXEC = 8, EACCES = 13, EINVAL = 22 };

struct ruleset { u64 handled; };
struct rule { u64 allowed; int directory; } __attribute__((packed));

/* Of sys/socket.h: an IPv4 address, and a message with one descriptor. */
struct address { unsigned short family; unsigned char port[2], host[4], padding[8]; };
struct vector { const char *base; u64 size; };
struct control { u64 size; int level, type, descriptor, padding; };
struct message { u64 name, name_size; const struct vector *vector; u64 vectors; const struct control *control; u64 control_size, flags; };

/* As Node's child processes hand over a server (`process.send(message, server)`), a line of JSON. */
static const char HANDED[] = "{\"cmd\":\"NODE_HANDLE\",\"type\":\"net.Server\",\"msg\":\"proxy\"}\n";

/* Behind the code, numbers with the low byte first: the descriptor for failures, the descriptor that takes a listening socket
 * (0: none is wanted), its port; then the places, each with a NUL, then one more NUL. */
extern const unsigned char places[] __attribute__((visibility("hidden")));

static long call(long number, long a, long b, long c, long d)
{
#if defined(__x86_64__)
	long result;
	register long r10 __asm__("r10") = d;
	__asm__ volatile("syscall" : "=a"(result) : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10)
			 : "rcx", "r11", "memory");
	return result;
#else
	register long x8 __asm__("x8") = number;
	register long x0 __asm__("x0") = a;
	register long x1 __asm__("x1") = b;
	register long x2 __asm__("x2") = c;
	register long x3 __asm__("x3") = d;
	__asm__ volatile("svc 0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3) : "memory");
	return x0;
#endif
}

static long length(const char *text)
{
	long size = 0;
	while (text[size]) {
		size++;
		__asm__ volatile("");
	}
	return size;
}

static void say(const char *text)
{
	call(WRITE, 2, (long)text, length(text), 0);
}

/* Nothing has run yet: whoever started the run reads on `report` that it has not. */
static void __attribute__((noreturn)) fail(int report, const char *what, const char *about, long error)
{
	char number[8];
	char *digit = number + sizeof number;
	*--digit = 0;
	for (error = -error; error > 0 && digit > number; error /= 10)
		*--digit = '0' + error % 10;
	say("write guard: ");
	say(what);
	say(about);
	say(": error ");
	say(digit);
	say("\n");
	call(WRITE, report, (long)"refused\n", 8, 0);
	for (;;)
		call(EXIT_GROUP, 126, 0, 0, 0);
}

static void allow(int report, long ruleset, const char *path)
{
	struct rule rule;
	long directory = call(OPENAT, AT_FDCWD, (long)path, O_PATH | O_CLOEXEC, 0);
	if (directory < 0)
		fail(report, "opening ", path, directory);
	rule.directory = directory;
	rule.allowed = WRITE_FILE | REFER;
	long result = call(ADD_RULE, ruleset, PATH_BENEATH, (long)&rule, 0);
	if (result == -EINVAL) {
		/* A file: nothing can be moved into it. */
		rule.allowed = WRITE_FILE;
		result = call(ADD_RULE, ruleset, PATH_BENEATH, (long)&rule, 0);
	}
	if (result < 0)
		fail(report, "Landlock for ", path, result);
	call(CLOSE, directory, 0, 0, 0);
}

static void hand_listener(int report, int channel, const unsigned char *port)
{
	struct address address = { AF_INET, { port[1], port[0] }, { 127, 0, 0, 1 }, { 0 } };
	long listener = call(SOCKET, AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0, 0);
	if (listener < 0)
		fail(report, "socket", "", listener);
	long result = call(BIND, listener, (long)&address, sizeof address, 0);
	if (result >= 0)
		result = call(LISTEN, listener, BACKLOG, 0, 0);
	if (result < 0)
		fail(report, "listening", "", result);
	struct vector vector = { HANDED, sizeof HANDED - 1 };
	struct control control = { 20, SOL_SOCKET, SCM_RIGHTS, listener, 0 };
	struct message message = { 0, 0, &vector, 1, &control, sizeof control, 0 };
	result = call(SENDMSG, channel, (long)&message, 0, 0);
	if (result < 0)
		fail(report, "handing out the listener", "", result);
	/* The program must be able to hand out nothing itself. */
	call(CLOSE, channel, 0, 0, 0);
	call(CLOSE, listener, 0, 0, 0);
}

void __attribute__((noreturn, used)) guard(long *stack)
{
	long count = stack[0];
	const char **argv = (const char **)stack + 1;
	const char **environment = argv + count + 1;
	int report = places[0] | places[1] << 8;
	int channel = places[2] | places[3] << 8;
	const char *path = (const char *)places + 6;

	if (count < 2)
		fail(report, "no program", "", 0);
	if (channel)
		hand_listener(report, channel, places + 4);
	long version = call(CREATE_RULESET, 0, 0, VERSION, 0);
	if (version < NEEDED)
		fail(report, "this kernel has no Landlock", "", version);
	struct ruleset handled = { WRITE_FILE | REFER };
	long ruleset = call(CREATE_RULESET, (long)&handled, sizeof handled, 0, 0);
	if (ruleset < 0)
		fail(report, "Landlock", "", ruleset);
	for (; *path; path += length(path) + 1)
		allow(report, ruleset, path);
	long result = call(RESTRICT_SELF, ruleset, 0, 0, 0);
	if (result < 0)
		fail(report, "Landlock", "", result);
	call(CLOSE, ruleset, 0, 0, 0);
	result = call(FCNTL, report, F_SETFD, FD_CLOEXEC, 0);
	if (result < 0)
		fail(report, "descriptor", "", result);

	const char *program = argv[1];
	result = call(EXECVE, (long)program, (long)(argv + 1), (long)environment, 0);
	if (result == -ENOEXEC) {
		/* A script that names no interpreter, as execvp has it. */
		argv[0] = "/bin/sh";
		result = call(EXECVE, (long)argv[0], (long)argv, (long)environment, 0);
	}
	fail(report, program, result == -ENOENT ? ": No such file or directory" : result == -EACCES ? ": Permission denied" : "",
	     result);
}
