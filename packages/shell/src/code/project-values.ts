/**
 * Words in the names of functions that do more than compute. Code in the line may call what the project's own code exports, as it may
 * run a script of the project, but a name that says that something is destroyed, sent, started or kept asks.
 */
const DOES =
  /^(?:os|sys|subprocess|shutil|sockets?|requests?|urllib|https?|httpx|aiohttp|axios|importlib|builtins?|ctypes|pty|multiprocessing|threading|threads?|workers?|pickle|marshal|shelve|runpy|process|child|cluster|vm|repl|fs|exec|execa|execute|executemany|execute_?sync|eval|evaluate|compile|system|popen|spawn|fork|kill|terminate|shutdown|run|call|check|invoke|shell|zx|cmd|command|start|stop|launch|serve|listen|drop|delete|del|remove|destroy|truncate|purge|wipe|clear|reset|flush|unlink|rmtree|rm|rimraf|send|post|put|patch|publish|push|upload|deploy|release|emit|dispatch|enqueue|notify|mail|email|sms|pay|charge|refund|transfer|write|save|store|insert|update|upsert|migrate|migration|migrations|upgrade|downgrade|rollback|commit|seed|sync|export|dump|restore|backup|install|uninstall|download|fetch|request|connect|login|register|unregister|subscribe|main|query|queries|raw|sql|script|function|constructor|prototype|globals?|module|modules|require|import|loads?|environ|env|secret|secrets|password|token|tokens|credential|credentials|key|keys)$/;

/** True for a name of the project's code that may be read and called. */
export function isCalm(name: string): boolean {
  if (/^__(?:version|name|doc|file|all)__$/.test(name)) return true;
  if (!/^[A-Za-z][\w$]*$/.test(name)) return false;
  const parts = name.replace(/([a-z\d])([A-Z])/g, '$1_$2').replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2');
  return !parts
    .toLowerCase()
    .split(/[_$]+/)
    .some((word) => DOES.test(word) || DOES.test(word.replace(/(?:sync|\d+)$/, '')));
}
