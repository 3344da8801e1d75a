// The interactive parts of a page. Without this script only the search, the copying and the choice of colours are missing.

const root = document.documentElement;
const find = (id) => document.getElementById(id);
const said = find('said');
root.classList.add('scripted');

// colours: the system's, until the reader chooses others
const theme = find('theme');
const isDark = () =>
  (root.dataset.theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark';
const name = () => {
  theme.textContent = isDark() ? 'Light' : 'Dark';
  theme.setAttribute('aria-label', `${isDark() ? 'Light' : 'Dark'} colours`);
};
theme.addEventListener('click', () => {
  root.dataset.theme = isDark() ? 'light' : 'dark';
  globalThis.site?.keepTheme(root.dataset.theme);
  name();
});
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', name);
name();

// copying
document.addEventListener('click', async ({ target }) => {
  const button = target.closest('[data-copy]');
  if (!button) return;
  const code = button.parentElement.querySelector('code');
  const label = button.firstChild.data;
  try {
    await navigator.clipboard.writeText(button.dataset.copy);
  } catch {
    if (!code) {
      said.textContent = 'This browser does not let the page copy';
      return;
    }
    getSelection().selectAllChildren(code);
    if (!document.execCommand('copy')) {
      said.textContent = 'Selected: copy it by hand';
      return;
    }
  }
  button.firstChild.data = 'Copied';
  said.textContent = 'Copied';
  setTimeout(() => {
    button.firstChild.data = label;
    said.textContent = '';
  }, 1500);
});

// the target of a link is opened
const reveal = () => {
  const target = find(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  for (let at = target; at; at = at.parentElement) if (at.tagName === 'DETAILS') at.open = true;
  target.scrollIntoView();
  (target.querySelector('summary') ?? target).focus({ preventScroll: true });
};
addEventListener('hashchange', reveal);
document.addEventListener('click', ({ target }) => {
  const link = target.closest('a[href^="#"]');
  if (link && link.hash === location.hash) reveal();
});
if (location.hash) reveal();

// what a box in the picture of a network stands for
const about = find('box');
for (const kind of ['pointerover', 'focusin']) {
  document.addEventListener(kind, ({ target }) => {
    const box = about && target.closest('.network a');
    if (box) about.textContent = box.getAttribute('aria-label');
  });
}

// everything is open for printing
let closed = [];
addEventListener('beforeprint', () => {
  closed = [...document.querySelectorAll('#findings details:not([open])')];
  for (const one of closed) one.open = true;
});
addEventListener('afterprint', () => {
  for (const one of closed) one.open = false;
});

// the search
const query = find('query');
if (query) search();

function search() {
  const hits = find('hits');
  let all;
  const load = () => {
    const { cells, findings } = JSON.parse(find('index').textContent);
    return Object.entries(cells).flatMap(([key, text]) => {
      const [operator, version, clause] = key.split('/');
      return text.split(';').map((one) => {
        const [dtype, ...figures] = one.split(' ');
        const [wrong, judged, unsupported] = figures.map(Number);
        const finding = wrong > 0 ? findings[key]?.[0] : undefined;
        const href = `#${finding ? `finding-${finding}` : `operator-${operator}`}`;
        return { path: [operator, version, dtype, clause], wrong, judged, unsupported, href };
      });
    });
  };
  // a number means a version
  const matches = (words, part) =>
    /^[0-9]+$/.test(part) ? words[1] === part : words.some((word) => word.includes(part));
  const describe = ({ wrong, judged, unsupported }) => {
    if (judged === 0) return unsupported > 0 ? 'not supported' : 'no result';
    return wrong > 0 ? `${wrong} of ${judged} wrong` : judged === 1 ? 'passes' : `all ${judged} pass`;
  };
  const ready = (entries) => {
    all = entries.map((one) => ({ ...one, words: one.path.map((part) => part.toLowerCase()) }));
  };
  const most = 12;
  const look = () => {
    if (!all && globalThis.site) {
      globalThis.site.entries().then((entries) => {
        ready(entries);
        look();
      });
      return;
    }
    if (!all) ready(load());
    // ids with a separate page
    const own = globalThis.site?.ofId(query.value.trim()) ?? [];
    // the name of a cell does not contain the number and the opset of a case
    const text = query.value
      .trim()
      .toLowerCase()
      .replace(/@[0-9]+$/, '')
      .replace(/^((?:[^/]+[/]){4})[0-9]*$/, '$1');
    const parts = text.split(/[/ ]+/).filter(Boolean);
    hits.hidden = parts.length === 0;
    if (parts.length === 0) return;
    const exact = ({ words }) => parts.filter((part) => words.includes(part)).length;
    const found = all.filter(({ words }) => parts.every((part) => matches(words, part)));
    found.sort((a, b) => exact(b) - exact(a) || a.path.length - b.path.length || b.wrong - a.wrong);
    found.unshift(...own);
    hits.replaceChildren(
      ...found.slice(0, most).map((entry) => {
        const { path, wrong, href, note } = entry;
        const link = document.createElement('a');
        const code = document.createElement('code');
        const figures = document.createElement('span');
        link.href = href;
        code.textContent = path.join(note === undefined ? '/' : ' ');
        figures.textContent = note ?? describe(entry);
        if (wrong > 0) figures.className = 'bad';
        link.append(code, ' ', figures);
        return link;
      }),
    );
    const more = document.createElement('p');
    more.textContent =
      found.length === 0
        ? `Nothing in this ${globalThis.site ? 'site' : 'run'} has that name.`
        : found.length > most
          ? `${(found.length - most).toLocaleString('en-US')} more: type more of the name`
          : '';
    if (more.textContent) hits.append(more);
    said.textContent = `${found.length} found`;
  };
  query.addEventListener('input', look);
  query.addEventListener('focus', look);
  const leave = () => {
    hits.hidden = true;
  };
  hits.addEventListener('click', leave);
  find('search').addEventListener('submit', (event) => {
    event.preventDefault();
    hits.querySelector('a')?.click();
  });
  find('search').addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget && !find('search').contains(relatedTarget)) leave();
  });
  document.addEventListener('pointerdown', ({ target }) => {
    if (!find('search').contains(target)) leave();
  });
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && find('search').contains(event.target)) {
      query.value = '';
      leave();
      query.focus();
      leave();
    }
    if (event.key === '/' && !/^(?:INPUT|TEXTAREA)$/.test(event.target.tagName) && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      query.focus();
    }
    const links = [...hits.querySelectorAll('a')];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || hits.hidden || links.length === 0 || !find('search').contains(event.target)) return;
    event.preventDefault();
    const at = links.indexOf(document.activeElement) + step;
    (at < 0 ? query : links[Math.min(at, links.length - 1)]).focus();
  });
}
