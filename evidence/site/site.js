// The script of the site, in addition to that of a report: the search, stored colours, the table of operators, and cases.

globalThis.site = (() => {
  const root = document.documentElement;
  const find = (id) => document.getElementById(id);
  const { root: up } = find('query').dataset;

  // if nothing can be stored, the colours are those of the system
  try {
    const kept = localStorage.getItem('theme');
    if (kept) root.dataset.theme = kept;
  } catch {}
  const keepTheme = (theme) => {
    try {
      localStorage.setItem('theme', theme);
    } catch {}
  };

  /** Loads the index once, as a script: a page opened as a file may load scripts. */
  let loaded;
  const load = () => {
    loaded ??= new Promise((resolve) => {
      const script = document.createElement('script');
      script.src = `${up}index.js`;
      script.onload = () => resolve(globalThis.siteIndex);
      document.head.append(script);
    });
    return loaded;
  };

  const pageOf = (operator) => `${up}operators/${operator}.html`;
  const entries = async () => {
    const { runtimes, operators, policies, findings } = await load();
    const cells = Object.entries(operators).flatMap(([operator, versions]) =>
      Object.entries(versions).flatMap(([version, clauses]) =>
        Object.entries(clauses).flatMap(([clause, text]) =>
          text.split(',').flatMap((figures, i) => {
            if (figures === '') return [];
            const [wrong, judged] = figures === '-' ? [0, 0] : figures.split('/').map(Number);
            const path = [operator, version, runtimes[i].name, clause];
            const href = `${pageOf(operator)}#${operator}-${version}-${clause}`;
            return [{ path, wrong, judged, unsupported: judged === 0 ? 1 : 0, href }];
          }),
        ),
      ),
    );
    return [
      ...Object.keys(operators).map((operator) => ({
        path: [operator],
        wrong: 0,
        href: pageOf(operator),
        note: 'operator',
      })),
      ...runtimes.map(({ name, page, version }) => ({ path: [name], wrong: 0, href: up + page, note: version })),
      ...policies.map(([policy, open]) => ({
        path: [policy],
        wrong: 0,
        href: `${up}policies.html#policy-${policy}`,
        note: open,
      })),
      ...findings.map(([i, id, title, cases]) => ({
        path: [id, runtimes[i].name],
        wrong: cases,
        href: `${up}${runtimes[i].page}#finding-${id}`,
        note: title,
      })),
      ...cells,
    ];
  };

  const pattern = /^([^/\s]+)\/(\d+)\/([^/\s]+)\/([^/\s]+)\/(\d+)(?:@\d+)?$/;
  /** The address of an id. */
  const ofId = (id) => {
    const [, operator] = pattern.exec(id) ?? [];
    if (!globalThis.siteIndex?.operators[operator]) return [];
    return [{ path: [id], wrong: 0, href: `${pageOf(operator)}#${id}`, note: 'this case' }];
  };

  // a case has no page: the page of its operator shows the case in the address
  const box = find('case');
  const templates = box && [...box.querySelectorAll('.command')].map((line) => line.querySelector('code').textContent);
  const showCase = () => {
    const id = decodeURIComponent(location.hash.slice(1));
    const [, operator, version, , clause] = pattern.exec(id) ?? [];
    box.hidden = operator === undefined;
    if (box.hidden) return;
    const row = find(`${operator}-${version}-${clause}`);
    find('case-id').textContent = id;
    find('case-text').textContent = row
      ? `It tests ${clause} of ${operator}-${version}: ${row.querySelector('.says').textContent}`
      : 'The suite has no such clause any more: it may be the id of an earlier release.';
    const shown = row?.cloneNode(true);
    shown?.removeAttribute('id');
    box.querySelector('tbody').replaceChildren(...(shown ? [shown] : []));
    box.querySelector('.wide').hidden = !shown;
    for (const [i, line] of [...box.querySelectorAll('.command')].entries()) {
      const text = templates[i].replace('CASE', id);
      line.querySelector('code').textContent = text;
      line.querySelector('button').dataset.copy = text;
    }
    box.scrollIntoView();
    box.querySelector('h2').focus();
  };
  if (box) {
    addEventListener('hashchange', showCase);
    showCase();
  }

  if (find('filter')) filter();
  function filter() {
    const { operators } = JSON.parse(find('site-data').textContent);
    const fields = ['opset', 'name', 'runtime', 'state'].map(find);
    const rows = [...document.querySelectorAll('[data-operator]')];
    const stateOf = ([right, wrong, unsupported]) =>
      wrong > 0 ? 'wrong' : right > 0 ? 'right' : unsupported > 0 ? 'unsupported' : 'unjudged';
    const looks = {
      wrong: ([right, wrong]) => ['bad', `${wrong}/${right + wrong}`, ' wrong'],
      right: ([right]) => ['good', `${right}`, ' right'],
      unsupported: () => ['quiet', '–', ' not supported'],
      unjudged: () => ['', '', 'not judged'],
    };
    const sum = (all) => all.reduce((total, one) => total.map((x, i) => x + one[i]), [0, 0, 0]);
    const show = () => {
      const [opset, name, runtime, state] = fields.map(({ value }) => value.trim().toLowerCase());
      const isAt = ([first, last]) => opset === '' || (first <= Number(opset) && Number(opset) <= last);
      const seen = { right: 0, wrong: 0, unsupported: 0, unjudged: 0 };
      let shown = 0;
      for (const row of rows) {
        const { operator } = row.dataset;
        const own = operators[operator].map((stretches) => stretches.filter(isAt));
        const figures = own.map((stretches) => sum(stretches.map((one) => one.slice(2))));
        const states = figures.map(stateOf);
        const chosen = runtime === '' ? states : [states[Number(runtime)]];
        const isThere = own.some((stretches) => stretches.length > 0);
        row.hidden = !isThere || !operator.toLowerCase().includes(name) || (state !== '' && !chosen.includes(state));
        if (row.hidden) continue;
        shown++;
        if (runtime !== '') seen[chosen[0]]++;
        for (const [i, cell] of [...row.cells].slice(1).entries()) {
          const [look, text, words] = looks[states[i]](figures[i]);
          const unseen = document.createElement('span');
          unseen.className = 'unseen';
          unseen.textContent = words;
          cell.className = look;
          cell.replaceChildren(text, unseen);
        }
      }
      for (const row of document.querySelectorAll('#operators .matrix tr')) {
        for (const [i, cell] of [...row.cells].slice(1).entries())
          cell.hidden = runtime !== '' && i !== Number(runtime);
      }
      const counts = Object.entries({
        right: 'right',
        wrong: 'with something wrong',
        unsupported: 'not supported',
        unjudged: 'not judged',
      })
        .filter(([key]) => seen[key] > 0)
        .map(([key, words]) => `${seen[key]} ${words}`);
      find('count').textContent =
        `${shown} operators${opset === '' ? '' : ` at opset ${opset}`}${counts.length > 0 ? `: ${counts.join(', ')}` : ''}`;
      const address = new URLSearchParams(
        fields.filter(({ value }) => value !== '').map(({ id, value }) => [id, value]),
      );
      history.replaceState(null, '', `${location.pathname}${address.size > 0 ? `?${address}` : ''}${location.hash}`);
    };
    const given = new URLSearchParams(location.search);
    for (const field of fields) {
      field.value = given.get(field.id) ?? '';
      field.addEventListener('input', show);
    }
    find('filter').addEventListener('submit', (event) => event.preventDefault());
    show();
  }

  return { entries, ofId, keepTheme };
})();
