// Files as people have them before `atip setup`: ten and more for each format.

/** The content of an agent's file; `%list%` is where its hooks or servers go. */
export interface FoundConfiguration {
  readonly name: string;
  readonly text: string;
}

/** Of a JSON file whose entries go below these keys. @param item another program's entry, as JSON */
export function jsonConfigurations([outer, inner]: readonly string[], item: string): readonly FoundConfiguration[] {
  const open = inner === undefined ? `"${outer}": ` : `"${outer}": {"${inner}": `;
  const shut = inner === undefined ? '' : '}';
  return [
    { name: 'nothing in it', text: '' },
    { name: 'an empty object', text: '{}' },
    { name: 'an empty object on two lines', text: '{\n}\n' },
    { name: 'other settings', text: '{\n  "model": "opus",\n  "env": {"A": "1"}\n}\n' },
    { name: 'on one line with spaces', text: '{ "model": "opus", "env": { "A": "1" } }\n' },
    { name: 'tabs and no final line break', text: '{\n\t"model": "opus",\n\t"list": [\n\t\t1\n\t]\n}' },
    { name: 'CRLF', text: '{\r\n  "model": "opus",\r\n  "b": 1\r\n}\r\n' },
    { name: 'a byte order mark', text: '\ufeff{\n  "model": "opus"\n}\n' },
    {
      name: 'comments everywhere',
      text: '// mine\n{\n  /* a\n     block, */ "model": "opus", // why: "x", {\n  "b": [1, 2 /* , */] // last\n  // after all\n}\n// end\n',
    },
    { name: 'trailing commas', text: '{\n  "model": "opus",\n  "b": [1, 2,],\n}\n' },
    { name: 'a trailing comma on one line', text: '{"model": "opus",}\n' },
    { name: 'the outer object is empty', text: `{\n  "${outer}": {},\n  "z": 1\n}\n` },
    { name: 'others are there', text: `{\n  ${open}${item}${shut},\n  "z": 1\n}\n` },
    { name: 'keys that look alike', text: '{\n  "//": "no comment", "/*": "*/", "a,]": ",}",\n  "q": "\\"//"\n}\n' },
    { name: 'a brace behind a comment', text: '{\n  "model": "opus" // why\n  , "b": {"c": 1 // in\n  }}\n' },
  ];
}

/** Texts that are no JSON, with the line that shows it. */
export const BROKEN_JSON: readonly (FoundConfiguration & { readonly line: number })[] = [
  { name: 'cut off', text: '{\n  "model": "opus",\n', line: 3 },
  { name: 'a comma too few', text: '{\n  "a": 1\n  "b": 2\n}\n', line: 2 },
  { name: 'a comment without an end', text: '{\n  /* no\n  "a": 1\n}\n', line: 2 },
  { name: 'a list', text: '[]\n', line: 1 },
];

export const TOML: readonly FoundConfiguration[] = [
  { name: 'nothing in it', text: '' },
  { name: 'a comment without line break', text: 'model = "o5" # [mcp_servers.atip]\n# end' },
  { name: 'CRLF', text: 'model = "o5"\r\n\r\n[tui]\r\ntheme = "x"\r\n' },
  { name: 'another server', text: '[mcp_servers.git]\ncommand = "npx"\nargs = [\n  "-y", # yes\n  "x",\n]\n\n\n' },
  { name: 'long strings', text: 'a = """\n[mcp_servers.atip]\n"quoted" \\""" \n"""\nb = \'\'\'\n# \'\' x\n\'\'\'\n' },
  {
    name: 'every value',
    text: 'a = 1_000\nb = -1.5e+3\nc = 2026-11-24 16:00:00Z\nd = [[1, {x = 1, y.z = "2"}], []]\ne.f."g h" = true\n',
  },
  { name: 'tables in lists', text: '[[profiles]]\nname = \'a\'\n\n [profiles."x.y" . z ] # why\n\tk = {}\n' },
];

export const BROKEN_TOML: readonly (FoundConfiguration & { readonly line: number })[] = [
  { name: 'an open string', text: 'a = 1\n\nmodel = "o5\n', line: 3 },
  { name: 'an open list', text: 'a = [1,\n', line: 1 },
  { name: 'an open table', text: '[a\n', line: 1 },
  { name: 'a server of that name', text: '[mcp_servers.atip]\ncommand = "x"\n', line: 1 },
  { name: 'servers on one line', text: 'x = 1\nmcp_servers = { git = { command = "x" } }\n', line: 2 },
  { name: 'a server of that name by keys', text: '[mcp_servers]\natip.command = "x"\n', line: 2 },
];
