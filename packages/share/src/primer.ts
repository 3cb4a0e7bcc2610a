/**
 * Metadata as it often is, which a model has read before it reads a link: keys in their usual order, what many tools can do with
 * its usual effects, words of help texts, and at the end the start of a state. Part of the format: another text needs another flag.
 */
export const PRIMER: string = [
  '{"atip":{"version":"0.4","features":["partial-discovery"]},"name":"app","version":"1.2.0",',
  '"description":"Command line tool to manage your projects and files","homepage":"https://github.com/","trust":{',
  '"source":"vendor","verified":true},"commands":{"config":{',
  '"description":"Manage configuration settings for the application","effects":{"network":false,"idempotent":true,',
  '"reversible":true,"destructive":false},"options":[],"commands":{"list":{',
  '"description":"List all packages in a local directory","effects":{"network":true,"idempotent":true,',
  '"reversible":true,"destructive":false}},"get":{"description":"Print the value of a given key","effects":{',
  '"network":true,"idempotent":true,"reversible":true,"destructive":false}},"set":{',
  '"description":"Update the current group","effects":{"network":true,"idempotent":true,"reversible":false,',
  '"destructive":false}},"add":{"description":"Add a new user to the server","effects":{"network":true,',
  '"idempotent":false,"reversible":false,"destructive":false}},"view":{',
  '"description":"View information about an organization","effects":{"network":true,"idempotent":true,',
  '"reversible":true,"destructive":false}},"delete":{"description":"Delete a branch or tag from the remote host",',
  '"effects":{"network":true,"idempotent":false,"reversible":false,"destructive":true}}}},"create":{',
  '"description":"Create a new release","arguments":[{"name":"path","type":"file",',
  '"description":"Path to the output","required":true},{"name":"files","type":"string",',
  '"description":"Files to read from standard input","required":false,"variadic":true}],"effects":{"filesystem":{',
  '"read":true,"write":true,"delete":false},"network":false,"subprocess":false,"idempotent":false,"reversible":true,',
  '"destructive":false}},"run":{"description":"Run or install another service with default options"},"login":{',
  '"description":"Authenticate with the API token"},"open":{',
  '"description":"Select a repository to open in the web browser"},"search":{',
  '"description":"Search for issues by name"}}}\n',
  '{"t":[["tool.json",2]],"n":"output"}\n',
  '{"atip":{"version":"0.4"},"name":"tool","version":"1.0.0","description":"Hello","commands":{"":{',
  '"description":"Prints this","arguments":[{"name":"file","type":"string","description":"The file to print",',
  '"required":true}],"effects":{"filesystem":{},"network":false}}}}\n',
  '{"t":[["',
].join('');
