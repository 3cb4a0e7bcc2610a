import type { AtipEffects } from '@atip/core';
import type { PackageKind } from '../line/types.ts';
import type { Remote } from './unwrapped.ts';

/** The position of the command in a wrapper's words. */
export interface WrapperRow {
  /** Its options, as `walkOptions` reads them. `help` and `version` need no mention. */
  readonly options: string;
  /** Options that make it start no command. */
  readonly ends?: string;
  /** Words between the options and the command: 1 for `timeout 5 CMD`. */
  readonly before?: number;
  /** True: `NAME=value` words may come before the command. */
  readonly assigns?: boolean;
  /** Without a command it starts a shell. Absent: it does something else. */
  readonly alone?: 'shell';
  /**
   * `join`: it passes the words, joined by spaces, to `sh -c`. `dashes`: the command follows `--`, wherever that is.
   */
  readonly form?: 'join' | 'dashes';
  /** Options that make it start the words themselves instead of joining them. */
  readonly direct?: string;
  /** Options whose value is a script for `sh`. */
  readonly script?: string;
  /** Options that make other programs run, or others than the names suggest. */
  readonly changes?: string;
  /** Options whose value is `NAME=value`, a variable of the command. */
  readonly sets?: string;
  /** Options whose value is the directory in which the command starts. */
  readonly directory?: string;
  readonly adds?: AtipEffects;
  /** True: its own effects count. */
  readonly keeps?: boolean;
  readonly remote?: Remote;
  /** Its commands that are wrappers. */
  readonly commands?: Readonly<Record<string, WrapperRow>>;
  /** Reads any other word as a command, such as the script or the program in `yarn NAME`. */
  readonly others?: WrapperRow;
  readonly runner?: RunnerRow;
}

/** A runner of packages: its options, and the places of its programs. */
export interface RunnerRow {
  readonly packages: PackageKind;
  /** See `Runner`. */
  readonly otherwise: 'downloads' | 'path' | 'nothing' | 'always downloads';
  /** Options that bring what no lock file names, or name where it comes from. */
  readonly brings?: string;
  /** Options by which it works in other projects of the workspace; `workspace`: it always does. */
  readonly spreads?: string;
  /** Programs that it has itself, and that no package brings. */
  readonly own?: string;
  /** Options after which it starts a module with Python. */
  readonly module?: string;
  /** Options whose value is the package that has the program. */
  readonly from?: string;
  /** Options whose value is the directory of the project. */
  readonly place?: string;
}

const root: AtipEffects = { 'x-privilege': 'root' };
const fetches: AtipEffects = { network: true, subprocess: true, 'x-runs': 'call' };
const project: AtipEffects = { subprocess: true, 'x-runs': 'project' };

const inContainer: WrapperRow = {
  options:
    'd i t T e= u= w= detach interactive tty no-TTY no-tty privileged env= env-file= user= workdir= detach-keys= index= preserve-fds= latest l',
  before: 1,
  sets: 'e env',
  directory: 'w workdir',
  remote: 'container',
  keeps: true,
};

const containerRun: WrapperRow = {
  options:
    'd i t P q a= c= e= h= l= m= p= u= v= w= detach interactive tty publish-all quiet rm init privileged read-only no-healthcheck oom-kill-disable ' +
    'sig-proxy=? add-host= annotation= attach= blkio-weight= blkio-weight-device= cap-add= cap-drop= cgroup-parent= cgroupns= cidfile= cpu-count= ' +
    'cpu-percent= cpu-period= cpu-quota= cpu-rt-period= cpu-rt-runtime= cpu-shares= cpus= cpuset-cpus= cpuset-mems= detach-keys= device= ' +
    'device-cgroup-rule= device-read-bps= device-read-iops= device-write-bps= device-write-iops= dns= dns-option= dns-search= domainname= ' +
    'entrypoint= env= env-file= expose= gpus= group-add= health-cmd= health-interval= health-retries= health-start-interval= ' +
    'health-start-period= health-timeout= hostname= io-maxbandwidth= io-maxiops= ip= ip6= ipc= isolation= kernel-memory= label= label-file= ' +
    'link= link-local-ip= log-driver= log-opt= mac-address= memory= memory-reservation= memory-swap= memory-swappiness= mount= name= network= ' +
    'network-alias= oom-score-adj= pid= pids-limit= platform= publish= pull= restart= runtime= security-opt= shm-size= stop-signal= ' +
    'stop-timeout= storage-opt= sysctl= tmpfs= ulimit= user= userns= uts= volume= volume-driver= volumes-from= workdir=',
  before: 1,
  changes: 'entrypoint health-cmd',
  remote: 'machine',
  keeps: true,
};

const composeRun: WrapperRow = {
  options:
    'd i T P e= l= p= u= v= w= detach interactive no-TTY service-ports rm no-deps build quiet-pull remove-orphans use-aliases env= label= ' +
    'name= publish= user= volume= workdir= entrypoint= pull= cap-add= cap-drop=',
  before: 1,
  sets: 'e env',
  directory: 'w workdir',
  changes: 'entrypoint',
  remote: 'service',
  keeps: true,
};

const compose: WrapperRow = {
  options:
    'f= p= file= project-name= profile= env-file= project-directory= parallel= progress= ansi= compatibility dry-run all-resources verbose',
  commands: { exec: { ...inContainer, remote: 'service' }, run: composeRun },
};

const docker: WrapperRow = {
  options:
    'D H= c= l= config= context= debug host= log-level= tls tlscacert= tlscert= tlskey= tlsverify root= runroot= connection= remote url= r',
  commands: {
    exec: inContainer,
    run: containerRun,
    create: containerRun,
    compose,
    container: { options: 'h', commands: { exec: inContainer, run: containerRun, create: containerRun } },
  },
};

const npmExec: WrapperRow = {
  options:
    'y c= p= w= s yes no no-install call= package= workspace= workspaces include-workspace-root quiet silent q prefer-offline offline ' +
    'registry= userconfig= prefix= loglevel= no-audit no-fund',
  script: 'c call',
  keeps: true,
  runner: {
    packages: 'node',
    otherwise: 'downloads',
    brings: 'registry userconfig',
    spreads: 'w workspace workspaces include-workspace-root',
    from: 'p package',
    place: 'C prefix',
  },
};
const bunx: WrapperRow = {
  options: 'bun silent verbose p= package= no-install',
  keeps: true,
  runner: { packages: 'node', otherwise: 'downloads', from: 'p package' },
};
const runnerOf = (packages: PackageKind, options: string, more: Partial<RunnerRow> = {}): WrapperRow => ({
  options,
  keeps: true,
  runner: { packages, otherwise: 'path', ...more },
});
const dlx = runnerOf('node', 'c s p= package= shell-mode silent reporter= allow-build= quiet q', {
  otherwise: 'always downloads',
});
const SCRIPT = 's silent b bun watch hot smol T top-level B binaries-only if-present';
/** `yarn NAME` runs a script of that name, else a program. */
const scriptOrProgram = runnerOf('node', SCRIPT, {
  otherwise: 'nothing',
  spreads: 'r recursive parallel filter F w workspace-root',
});
const inWorkspace = runnerOf('node', SCRIPT, { otherwise: 'nothing', spreads: 'workspace' });
const GO_TOOLS =
  'addr2line asm buildid cgo compile covdata cover dist distpack doc fix link nm objdump pack pprof preprofile test2json trace vet';
const UV =
  'm q v n p= q with= with-editable= with-requirements= extra= group= no-group= python= env-file= directory= project= package= all-extras dev no-dev only-dev ' +
  'all-groups no-project no-sync frozen locked isolated active exact offline quiet verbose refresh upgrade U P= upgrade-package= refresh-package= no-cache no-env-file ' +
  'from= script= module s i= index= index-url= extra-index-url= default-index= f= find-links= no-index index-strategy= reinstall color= no-progress no-config config-file=';
const UV_BRINGS =
  'with with-editable with-requirements p python env-file no-project isolated active upgrade U P upgrade-package i index index-url ' +
  'extra-index-url default-index f find-links from script s config-file';
const uvRun: WrapperRow = {
  ...runnerOf('python', UV, { brings: UV_BRINGS, place: 'project', module: 'm module' }),
  directory: 'directory',
};
const uvx = runnerOf('python', UV, { otherwise: 'always downloads' });

export const wrappers: Readonly<Record<string, WrapperRow>> = {
  sudo: {
    options:
      'A B b E H i k n P S s C= D= g= p= R= r= t= T= u= U= l v V K e h askpass background bell preserve-env=? set-home login reset-timestamp ' +
      'remove-timestamp non-interactive preserve-groups stdin shell close-from= chdir= group= prompt= chroot= role= type= ' +
      'command-timeout= user= other-user= list=? validate edit',
    ends: 'l list v V validate K remove-timestamp e edit h',
    assigns: true,
    directory: 'D chdir',
    adds: root,
  },
  doas: { options: 'L n s C= u=', ends: 'L C', adds: root, alone: 'shell' },
  pkexec: { options: 'u= user= disable-internal-agent keep-cwd', adds: root, alone: 'shell' },
  nice: { options: '# n= adjustment=' },
  nohup: { options: 'h' },
  time: { options: 'a p q v o= f= append portability quiet verbose output= format=', keeps: true },
  timeout: { options: 'f p v k= s= foreground preserve-status verbose kill-after= signal=', before: 1 },
  stdbuf: { options: 'i= o= e= input= output= error=' },
  setsid: { options: 'c f w ctty fork wait' },
  ionice: { options: 't c= n= p= P= u= ignore class= classdata= pid= pgid= uid=', ends: 'p P u pid pgid uid' },
  chrt: {
    options:
      'a b d f i m o p r R v T= P= D= all-tasks batch deadline fifo idle max other pid rr reset-on-fork verbose sched-runtime= sched-period= sched-deadline=',
    ends: 'm max p pid',
    before: 1,
  },
  taskset: { options: 'a c p all-tasks cpu-list pid', ends: 'p pid', before: 1 },
  chroot: { options: 'groups= userspec= skip-chdir', before: 1, adds: root, alone: 'shell' },
  unshare: {
    options:
      'i m n p u U C T f r c R= w= S= G= l= ipc=? mount=? net=? pid=? uts=? user=? cgroup=? time=? fork map-root-user map-current-user map-auto ' +
      'map-user= map-group= map-users= map-groups= mount-proc=? kill-child=? keep-caps propagation= setgroups= root= wd= setuid= setgid= load-interp=',
    changes: 'l load-interp',
    directory: 'w wd',
    alone: 'shell',
  },
  nsenter: {
    options:
      'a t= m=? u=? i=? n=? p=? C=? U=? T=? r=? w=? W= S= G= F Z e all target= mount=? uts=? ipc=? net=? pid=? cgroup=? user=? time=? root=? wd=? wdns= ' +
      'setuid= setgid= no-fork follow-context preserve-credentials env join-cgroup',
    adds: root,
    alone: 'shell',
  },
  setpriv: {
    options:
      'nnp no-new-privs selinux-label= apparmor-profile= ruid= euid= rgid= egid= reuid= regid= clear-groups keep-groups init-groups groups= inh-caps= ambient-caps= bounding-set= ' +
      'securebits= pdeathsig= reset-env dump d',
    ends: 'd dump',
    adds: root,
  },
  setarch: { options: 'B F I L R S T X Z h v 3 addr-no-randomize 32bit', before: 1, alone: 'shell' },
  prlimit: {
    options:
      'c=? d=? e=? f=? i=? l=? m=? n=? q=? r=? s=? t=? u=? v=? x=? y=? p= pid= o= output= nofile=? nproc=? cpu=? as=? core=? noheadings raw verbose',
    ends: 'p pid',
  },
  watch: {
    options:
      'b c C d=? e g n= p q= t w x beep color no-color differences=? errexit chgexit equexit= interval= precise no-title no-wrap exec',
    form: 'join',
    direct: 'x exec',
  },
  'xvfb-run': {
    options:
      'a l e= f= n= p= s= w= auto-servernum listen-tcp error-file= auth-file= server-num= xauth-protocol= server-args= wait=',
  },
  'dbus-run-session': { options: 'config-file= dbus-daemon=', changes: 'config-file dbus-daemon' },
  'dbus-launch': { options: 'sh-syntax csh-syntax exit-with-session auto-syntax config-file=', changes: 'config-file' },
  'systemd-run': {
    options:
      'd G P p= q r S t u= M= H= E= user system scope unit= property= description= slice= slice-inherit remain-after-exit send-sighup service-type= uid= ' +
      'gid= nice= working-directory= same-dir setenv= pty pipe quiet collect no-block wait shell expand-environment= no-ask-password ' +
      'on-active= on-boot= on-startup= on-unit-active= on-unit-inactive= on-calendar= on-clock-change on-timezone-change timer-property= ' +
      'path-property= socket-property= host= machine=',
    changes: 'p property path-property socket-property H host M machine E setenv',
    directory: 'working-directory',
    alone: 'shell',
    keeps: true,
  },
  'systemd-inhibit': { options: 'what= who= why= mode= list no-pager no-legend', ends: 'list', keeps: true },
  caffeinate: { options: 'd i m s u t= w=' },
  catchsegv: { options: 'h' },
  strace: {
    options:
      'A c C d D f F h i k n N q r t T v V w x y z Z a= b= e= E= I= o= O= p= P= s= S= u= U= X= follow-forks output-separately output= trace= ' +
      'string-limit= summary-only summary seccomp-bpf quiet=? silent=? env= user= attach= decode-fds=? output-append-mode instruction-pointer',
    changes: 'E env',
    keeps: true,
  },
  ltrace: {
    options: 'b c C f h i L r S t T V A= a= D= e= F= l= n= o= p= s= u= w= x= output= library= config=',
    changes: 'F config',
    keeps: true,
  },
  direnv: { options: 'h', commands: { exec: { options: 'h', before: 1, adds: project, keeps: true } } },
  mise: {
    options: 'C= E= q v y cd= env= quiet verbose yes',
    commands: {
      exec: { options: 'c= command= C= q y', script: 'c command', form: 'dashes', adds: fetches, keeps: true },
    },
  },
  poetry: {
    options: 'q n v C= P= quiet no-interaction verbose directory= project=',
    directory: 'C directory',
    commands: { run: runnerOf('python', 'q n v', { place: 'P project' }) },
  },
  pipenv: { options: 'q v python= verbose quiet', commands: { run: runnerOf('python', 'q v') } },
  bundle: {
    options: 'no-color verbose',
    commands: { exec: runnerOf('ruby', 'keep-file-descriptors no-keep-file-descriptors') },
  },
  rye: { options: 'h', commands: { run: runnerOf('python', 'f l pyproject= verbose quiet', { brings: 'pyproject' }) } },
  pdm: { options: 'q v', commands: { run: runnerOf('python', 's p= site-packages project=', { place: 'p project' }) } },
  hatch: {
    options: 'q v e= env=',
    commands: { run: runnerOf('python', 'h') },
  },
  conda: {
    options: 'h',
    commands: {
      run: {
        options: 'v n= p= name= prefix= cwd= no-capture-output live-stream verbose dev',
        directory: 'cwd',
        keeps: true,
      },
    },
  },
  dotenv: { options: 'e= c=? v= p= o f= file= quote= debug override', form: 'dashes', adds: project, keeps: true },
  'cross-env': { options: 'h', assigns: true },
  npx: npmExec,
  npm: {
    options: 'C= s v h w= silent prefix= loglevel= quiet workspace= workspaces include-workspace-root',
    commands: { exec: npmExec, x: npmExec },
  },
  pnpx: dlx,
  pnpm: {
    options: 's r v h w C= dir= silent recursive parallel stream aggregate-output filter= F= workspace-root',
    directory: 'C dir',
    commands: {
      dlx,
      exec: runnerOf('node', 'c r shell-mode parallel resume-from= no-bail', {
        spreads: 'r recursive parallel filter F w workspace-root',
      }),
    },
    others: scriptOrProgram,
  },
  yarn: {
    options: 's v h silent cwd=',
    directory: 'cwd',
    commands: {
      dlx,
      exec: runnerOf('node', 'h'),
      run: scriptOrProgram,
      workspace: { options: 'h', before: 1, commands: { run: inWorkspace }, others: inWorkspace },
      workspaces: {
        options: 'h',
        commands: {
          foreach: {
            options:
              'A R W p i t v all recursive worktree parallel interlaced topological topological-dev j= jobs= include= exclude= from= since=? no-private verbose',
            commands: { run: inWorkspace },
          },
        },
      },
    },
    others: scriptOrProgram,
  },
  bunx,
  bun: { options: 'h cwd=', directory: 'cwd', commands: { x: bunx, run: scriptOrProgram } },
  uvx,
  uv: {
    options: 'q v n quiet verbose offline no-cache directory= project= color= no-progress',
    directory: 'directory',
    commands: { run: uvRun, x: uvx, tool: { options: 'q v', commands: { run: uvx } } },
  },
  pipx: {
    options: 'q v quiet verbose',
    commands: {
      run: runnerOf('python', 'v q verbose no-cache path spec= python= pip-args= index-url= system-site-packages', {
        otherwise: 'always downloads',
      }),
    },
  },
  composer: {
    options: 'q n v h d= quiet no-interaction verbose working-dir= ansi no-ansi',
    directory: 'd working-dir',
    commands: { exec: runnerOf('php', 'q n v l list') },
  },
  go: {
    options: 'C=',
    directory: 'C',
    commands: { tool: runnerOf('go', 'n modfile=', { brings: 'modfile', own: GO_TOOLS }) },
  },
  docker,
  podman: docker,
  nerdctl: docker,
  'docker-compose': compose,
  'podman-compose': compose,
  kubectl: {
    options:
      'n= s= v= namespace= context= kubeconfig= cluster= user= server= as= as-group= token= request-timeout= insecure-skip-tls-verify certificate-authority= ' +
      'client-certificate= client-key= cache-dir= tls-server-name= v=',
    commands: { exec: { options: 'i t', form: 'dashes', remote: 'machine', keeps: true, adds: { network: true } } },
  },
  lxc: { options: 'h', commands: { exec: { options: 'i t', form: 'dashes', remote: 'machine', keeps: true } } },
  vagrant: {
    options: 'h',
    commands: {
      ssh: { options: 'c= command= p plain', script: 'c command', remote: 'machine', keeps: true, alone: 'shell' },
    },
  },
  ip: {
    options: 'b= f= n= o r s d h j p t 4 6 N',
    changes: 'b',
    commands: {
      netns: { options: 'h', commands: { exec: { options: 'h', before: 1, adds: root, keeps: true } } },
      vrf: { options: 'h', commands: { exec: { options: 'h', before: 1, adds: root, keeps: true } } },
    },
  },
  busybox: { options: 'list list-full install s', ends: 'list list-full install s' },
  toybox: { options: 'long', ends: 'long' },
  valgrind: {
    options:
      'q v s tool= leak-check= log-file= error-exitcode= track-origins= show-leak-kinds= trace-children= num-callers= suppressions= ' +
      'xml= xml-file= log-fd= massif-out-file= callgrind-out-file= cachegrind-out-file= dhat-out-file= gen-suppressions= show-reachable= ' +
      'track-fds= vgdb= fair-sched= undef-value-errors= read-var-info= history-level= child-silent-after-fork= cache-sim= branch-sim= ' +
      'dump-instr= collect-jumps= time-unit= max-snapshots= errors-for-leak-kinds= exit-on-first-error= time-stamp= verbose quiet',
    keeps: true,
  },
  perf: {
    options: 'no-pager',
    commands: {
      stat: {
        options:
          'a i d n v B A S j e= p= t= C= G= r= x= o= I= M= D= event= repeat= output= append null verbose json-output per-core per-socket per-thread',
        ends: 'p t',
        keeps: true,
      },
      record: {
        options:
          'a i g d s T q n N B b v e= p= t= C= F= c= o= event= freq= count= output= call-graph= all-user all-kernel',
        ends: 'p t',
        keeps: true,
      },
    },
  },
  faketime: { options: 'm f p= exclude-monotonic', before: 1 },
  fakeroot: { options: 'u l= s= i= b= unknown-is-real', changes: 'l', alone: 'shell' },
  proxychains: { options: 'q f=', adds: { network: true } },
  proxychains4: { options: 'q f=', adds: { network: true } },
  torsocks: { options: 'i d q u= p= a= P=', adds: { network: true } },
  firejail: { options: 'quiet noprofile net= private=?', keeps: true },
  unbuffer: { options: 'p' },
  eatmydata: { options: 'h' },
  cgexec: { options: 'g= sticky', keeps: true },
  numactl: {
    options:
      'a i= N= C= m= p= l s H S interleave= cpunodebind= physcpubind= membind= preferred= localalloc show hardware all',
    ends: 's show H hardware',
  },
  'run-one': { options: 'h' },
  chronic: { options: 'v e' },
};
