'use strict';
// Filters the runs, draws a timeline when its card is opened, and switches between light and dark.
(function () {
  const cards = [...document.querySelectorAll('.run')];
  const form = document.querySelector('.filter');
  const shown = document.getElementById('shown');
  const timelines = new Map();
  const texts = new Map();

  const dataOf = card => document.getElementById(card.id.replace('run', 'data'));

  function textOf(card) {
    if (!texts.has(card)) texts.set(card, (card.textContent + ' ' + dataOf(card).textContent).toLowerCase());
    return texts.get(card);
  }

  function filter() {
    const wanted = { scenario: form.scenario.value, lock: form.lock.value, verdict: form.verdict.value };
    const text = form.text.value.trim().toLowerCase();
    let count = 0;
    for (const card of cards) {
      const fits = Object.entries(wanted).every(([name, value]) => !value || card.dataset[name] === value) && (!text || textOf(card).includes(text));
      card.hidden = !fits;
      count += fits;
    }
    shown.textContent = count === cards.length ? `All ${count} runs. Open one to see its timeline.` : `${count} of ${cards.length} runs.`;
  }

  function open(card) {
    if (!timelines.has(card)) {
      timelines.set(card, new Timeline(card.querySelector('.timeline'), JSON.parse(dataOf(card).textContent)));
    }
    return timelines.get(card);
  }

  function follow() {
    const card = /^#run-\d+$/.test(location.hash) && document.querySelector(location.hash);
    if (!card) return;
    if (card.hidden) { form.reset(); filter(); }
    card.open = true;
    open(card);
    card.scrollIntoView({ block: 'start' });
    card.querySelector('summary').focus({ preventScroll: true });
  }

  let later = 0;
  form.addEventListener('input', () => { clearTimeout(later); later = setTimeout(filter, 80); });
  form.addEventListener('submit', e => e.preventDefault());
  for (const card of cards) {
    card.addEventListener('toggle', () => { if (card.open) open(card); });
    card.addEventListener('click', e => {
      const when = e.target.closest('.when');
      if (!when) return;
      open(card).show(Number(when.dataset.at));
      card.querySelector('.plot').scrollIntoView({ block: 'nearest' });
    });
  }
  // A link to the run that is already in the address changes nothing there, so that nobody would hear of it.
  document.querySelectorAll('a.cell').forEach(link => link.addEventListener('click', () => { if (link.hash === location.hash) follow(); }));
  addEventListener('hashchange', follow);

  const theme = document.getElementById('theme');
  const system = matchMedia('(prefers-color-scheme: dark)');
  const dark = () => (document.documentElement.dataset.theme || (system.matches ? 'dark' : 'light')) === 'dark';
  const name = () => { theme.textContent = dark() ? 'Light' : 'Dark'; };
  theme.addEventListener('click', () => {
    const next = dark() ? 'light' : 'dark';
    document.documentElement.dataset.theme = next;
    try { localStorage.setItem('chaos-theme', next); } catch (e) { /* kept for this visit only */ }
    name();
  });
  system.addEventListener('change', name);

  name();
  filter();
  follow();
})();
