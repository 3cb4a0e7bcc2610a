// The list is in the page; this filters it, and shows one document at #/NAME. Texts of documents become text, never markup.
const $ = (selector) => document.querySelector(selector);
const rows = [...document.querySelectorAll('ul.tools li')].map((row) => ({ row, text: row.textContent.toLowerCase() }));
const [input, status, detail, list, filters] = ['#query', '#status', '#detail', '#list', '#filters'].map($);
const AT_ONCE = 200;
let shown = 0;

/** An element with what is in it; `null` and `false` are left out. */
function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children.flat(2).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

function filter() {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  const kind = filters.querySelector(':checked').value;
  let count = 0;
  for (const { row, text } of rows) {
    const isShown = words.every((word) => text.includes(word)) && (kind === 'all' || row.dataset.kind === kind);
    row.hidden = !isShown;
    if (isShown) count += 1;
  }
  const isAll = count === rows.length;
  status.textContent = isAll
    ? ''
    : count === 0
      ? 'No tool has all of these words.'
      : `${count} of ${rows.length} tools`;
  $('ul.tools').hidden = count === 0;
}

/** The harm and the reassurance of effects, in words. */
function marksOf(effects = {}) {
  const { filesystem = {}, network, destructive, reversible, cost = {}, subprocess } = effects;
  const told = [
    [destructive === true, 'destroys', 'harm'],
    [effects['x-reveals'] !== undefined, 'prints credentials', 'harm'],
    [effects['x-privilege'] === 'root', 'as root', 'harm'],
    [reversible === false, 'cannot be undone', 'harm'],
    [filesystem.delete === true, 'deletes files', 'doubt'],
    [filesystem.write === true, 'writes files', 'doubt'],
    [effects['x-sends'] !== undefined, 'sends', 'doubt'],
    [effects['x-runs'] !== undefined, 'runs what the call names', 'doubt'],
    [subprocess === true && effects['x-runs'] === undefined, 'starts programs', 'doubt'],
    [cost.billable === true, 'may cost', 'doubt'],
    [network === true, 'network', ''],
    [destructive === false && filesystem.write === false, 'only reads', 'good'],
  ];
  const marks = told.filter(([holds]) => holds).map(([, text, kind]) => make('span', { class: `mark ${kind}` }, text));
  const changes = ['creates', 'modifies', 'deletes'].some((list) => effects[list]?.length > 0);
  if (marks.length === 0)
    return [make('span', { class: changes ? 'mark doubt' : 'mark' }, changes ? 'changes something' : 'not stated')];
  return marks;
}

function* commandsIn(tool, commands = tool.commands ?? {}, path = []) {
  for (const [name, command] of Object.entries(commands)) {
    const own = name === '' ? path : [...path, name];
    if (command.commands) yield* commandsIn(tool, command.commands, own);
    else yield { words: [tool.name, ...own].join(' '), command };
    if (command['x-omitted-commands'])
      yield {
        words: [tool.name, ...own].join(' '),
        command: { description: `${command['x-omitted-commands']} more commands are in the group's own document` },
        isGap: true,
      };
  }
}

function optionRow({ flags = [], name, description = '', 'x-effects': effects }) {
  const why = effects?.['x-why'];
  const marks = effects && marksOf(effects).flatMap((mark) => [mark, ' ']);
  const words = flags.length > 0 ? flags.join(', ') : name;
  return make(
    'tr',
    {},
    make('td', {}, make('code', {}, words)),
    make('td', {}, marks, description, why && ` (because: ${why})`),
  );
}

function commandSection({ words, command, isGap }) {
  const { description, effects, options = [], arguments: positional = [] } = command;
  const why = effects?.['x-why'];
  const parameters = [...positional, ...options];
  const harmful = parameters.filter((one) => one['x-effects']).length;
  const summary = `${parameters.length} parameter${parameters.length === 1 ? '' : 's'}${harmful > 0 ? `, ${harmful} with effects of their own` : ''}`;
  const details = make('details', {}, make('summary', {}, summary));
  details.addEventListener('toggle', () => {
    if (details.querySelector('table') === null) details.append(make('table', {}, parameters.map(optionRow)));
  });
  return make(
    'section',
    {},
    make('h4', {}, words, isGap ? null : marksOf(effects)),
    make('p', {}, description),
    why && make('p', { class: 'why' }, why),
    parameters.length > 0 && details,
  );
}

function facts(tool, entry) {
  const source = (tool['x-source'] ?? 'not stated').split('; ');
  const trust = tool.trust?.source;
  const meaning =
    trust === 'inferred'
      ? 'inferred: nobody has judged it, so it states harm and never that there is none'
      : 'community: people judged its commands; what they left out states harm alone';
  const pairs = [
    ['Comes from', source.join(' · ')],
    ['Trust', meaning],
    ['Version', tool.version === 'unknown' ? 'not stated by its source' : tool.version],
    ...(entry.versions ? [['Earlier', Object.keys(entry.versions).join(', ')]] : []),
    ['SHA-256', make('code', {}, entry.sha256)],
    ['Document', make('a', { href: `tools/${encodeURIComponent(tool.name)}.json` }, `tools/${tool.name}.json`)],
  ];
  return make(
    'dl',
    { class: 'facts' },
    pairs.map(([name, value]) => [make('dt', {}, name), make('dd', {}, value)]),
  );
}

async function show(name) {
  const turn = ++shown;
  const back = make('a', { href: '#' }, '← All tools');
  detail.replaceChildren(back, make('p', {}, 'Loading …'));
  try {
    const [index, tool] = await Promise.all(
      ['index.json', `tools/${encodeURIComponent(name)}.json`].map(async (path) => {
        const response = await fetch(path);
        if (!response.ok) throw new Error(`${path}: ${response.status}`);
        return response.json();
      }),
    );
    if (turn !== shown) return;
    const commands = [...commandsIn(tool)];
    const list = make('div', { class: 'commands' }, commands.slice(0, AT_ONCE).map(commandSection));
    const rest = commands.slice(AT_ONCE);
    const count = commands.filter(({ isGap }) => !isGap).length;
    const more = make('button', { type: 'button' }, `Show ${rest.length} more`);
    more.addEventListener('click', () => {
      list.append(...rest.map(commandSection));
      more.remove();
    });
    detail.replaceChildren(
      back,
      make('h2', {}, tool.name),
      make('p', {}, tool.description),
      facts(tool, index.tools[name] ?? {}),
      make('h3', {}, count === 1 ? '1 command' : `${count} commands`),
      list,
      rest.length > 0 ? more : '',
    );
  } catch (error) {
    if (turn !== shown) return;
    detail.replaceChildren(back, make('p', {}, `It cannot be shown (${error.message}).`));
  }
}

function route() {
  const name = location.hash.startsWith('#/') ? decodeURIComponent(location.hash.slice(2)) : undefined;
  list.hidden = name !== undefined;
  detail.hidden = name === undefined;
  document.body.classList.toggle('one', name !== undefined);
  document.title = name === undefined ? 'What is known of command-line tools' : `${name}: what is known of it`;
  shown += 1;
  if (name !== undefined) {
    void show(name);
    scrollTo(0, 0);
  }
}

input.addEventListener('input', filter);
filters.addEventListener('change', filter);
addEventListener('hashchange', route);
addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target.closest('input') || list.hidden) return;
  event.preventDefault();
  input.focus();
});
filter();
route();
