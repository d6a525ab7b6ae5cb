'use strict';
// Moves one run about: wheel, drag, pinch, keys and buttons change the view, and the view is drawn anew each time.
class Timeline extends Drawing {
  constructor(root, data) {
    super();
    this.root = root;
    this.id = root.dataset.run;
    this.data = data;
    this.resource = data.resources.length > 1 ? this.busiest() : -1;
    this.end = Math.max(data.end, 1);
    this.view = this.whole();
    this.ops = data.ops.map(o => ({ client: o[0], hold: o[1], kind: KIND[o[2]], resource: o[3], from: o[4], done: o[5], outcome: OUTCOME[o[6]], token: o[7], valid: o[8], payout: o[9], amount: o[10], detail: o[11] }));
    this.holds = this.group();
    this.furniture();
    this.listen();
    this.draw();
  }

  busiest() {
    const score = this.data.resources.map(() => 0);
    this.data.ops.forEach(o => score[o[3]]++);
    return score.indexOf(Math.max(...score));
  }

  whole() {
    return { from: -this.end * 0.01, to: this.end * 1.015 };
  }

  group() {
    const holds = new Map();
    for (const op of this.ops) {
      const key = op.client + ' ' + op.hold + ' ' + op.resource;
      if (!holds.has(key)) holds.set(key, { client: op.client, resource: op.resource, ops: [] });
      holds.get(key).ops.push(op);
    }
    for (const hold of holds.values()) {
      const grants = hold.ops.filter(o => o.outcome === OUTCOME.OK && o.kind <= KIND.EXTEND);
      if (!grants.length) continue;
      const entries = grants.filter(o => o.kind === KIND.ACQUIRE).length;
      const valid = Math.max(...grants.map(o => o.valid));
      const releases = hold.ops.filter(o => o.kind === KIND.RELEASE).map(o => o.from).sort((a, b) => a - b).slice(Math.max(0, entries - 1));
      const told = hold.ops.filter(o => o.kind === KIND.LOST).map(o => o.from);
      const last = Math.max(...hold.ops.map(o => o.from));
      const ends = [...releases, ...told, ...(valid >= 0 ? [valid] : [])];
      hold.granted = grants[0].done;
      hold.token = grants[0].token;
      hold.until = Math.max(hold.granted, ends.length ? Math.min(...ends) : last);
      hold.valid = valid;
      hold.last = last;
    }
    return [...holds.values()];
  }

  furniture() {
    const many = this.data.resources.length > 1;
    const options = this.data.resources.map((name, i) => `<option value="${i}"${i === this.resource ? ' selected' : ''}>${escapeHtml(name)}</option>`).join('');
    this.root.innerHTML = `<div class="tools" role="toolbar" aria-label="Timeline">
      <button type="button" data-do="in" aria-label="Zoom in">+</button><button type="button" data-do="out" aria-label="Zoom out">−</button>
      <button type="button" data-do="left" aria-label="Earlier">←</button><button type="button" data-do="right" aria-label="Later">→</button>
      <button type="button" data-do="all">Whole run</button>
      ${many ? `<select aria-label="Resource">${options}<option value="-1">all resources</option></select>` : ''}
      <span class="range"></span></div>
      <div class="plot" tabindex="0" role="group" aria-roledescription="timeline" aria-label="Timeline of the run: clients, ledger, nodes and tokens over time. Arrow keys move, plus and minus zoom, n and p walk through the events."><div class="canvas"></div><div class="tip" hidden></div></div>
      <p class="sr" aria-live="polite"></p>${this.legend()}
      <p class="keys">Drag to move, <kbd>Ctrl</kbd> + wheel or pinch to zoom. With the timeline in focus: the wheel alone, <kbd>+</kbd> <kbd>−</kbd> <kbd>←</kbd> <kbd>→</kbd>, <kbd>0</kbd> for the whole run, <kbd>n</kbd> <kbd>p</kbd> for the next and previous event.</p>`;
    this.plot = this.root.querySelector('.plot');
    this.canvas = this.root.querySelector('.canvas');
    this.tip = this.root.querySelector('.tip');
    this.voice = this.root.querySelector('.sr');
  }

  legend() {
    const item = (shape, words) => `<li><svg viewBox="0 0 26 16" aria-hidden="true">${shape}</svg>${words}</li>`;
    return `<ul class="legend">${[
      item('<line class="asking" x1="1" y1="8" x2="25" y2="8"/>', 'asks for the lock'),
      item('<rect class="hold" x="1" y="3" width="24" height="10" rx="2"/>', 'holds it, with the end of its token'),
      item('<rect class="valid" x="1" y="3" width="24" height="10" rx="2"/>', 'could have held it until then'),
      item('<line class="overdue" x1="1" y1="8" x2="25" y2="8"/>', 'acts after its lease was over'),
      item('<path class="told" d="M8 4h10l-5 8z"/>', 'is told that the lease is over'),
      item('<path class="mark" d="M9 13V3l8 3-8 3"/>', 'marks the ledger'),
      item('<circle class="ok" cx="13" cy="8" r="5"/>', 'write taken'),
      item('<path class="no" d="M8 3l10 10M18 3L8 13"/>', 'write refused as stale'),
      item('<circle class="refused" cx="13" cy="8" r="4.5"/>', 'attempt or write that failed'),
      item('<path class="unknown" d="M13 2l6 6-6 6-6-6z"/>', 'nobody knows'),
      item(`<rect class="fault" fill="url(#hatch-${this.id})" x="1" y="2" width="24" height="12"/>`, 'fault'),
      item('<line class="bad" x1="13" y1="0" x2="13" y2="16"/>', 'broken promise')].join('')}</ul>`;
  }

  zoom(factor, around) {
    const middle = around ?? (this.view.from + this.view.to) / 2;
    const full = this.whole();
    const span = Math.min(full.to - full.from, Math.max(200, (this.view.to - this.view.from) * factor));
    const share = (middle - this.view.from) / (this.view.to - this.view.from);
    this.look(middle - share * span, span);
  }

  pan(share) {
    const span = this.view.to - this.view.from;
    this.look(this.view.from + share * span, span);
  }

  look(from, span) {
    const full = this.whole();
    const start = Math.max(full.from, Math.min(full.to - span, from));
    this.view = { from: start, to: start + span };
    if (this.waiting) return;
    this.waiting = requestAnimationFrame(() => { this.waiting = 0; this.hideTip(); this.draw(); });
  }

  /** Shows a moment and enough of what was around it. */
  show(at) {
    const full = this.whole();
    const span = Math.min(this.view.to - this.view.from, (full.to - full.from) / 4);
    this.look(at - span / 2, span);
  }

  act(what) {
    const acts = { in: () => this.zoom(0.6), out: () => this.zoom(1 / 0.6), left: () => this.pan(-0.25), right: () => this.pan(0.25), all: () => { this.view = this.whole(); this.look(this.view.from, this.view.to - this.view.from); } };
    acts[what]();
  }

  /** The next thing worth reading: broken promises if there are any, else refused and unknown writes, else all writes. */
  step(direction) {
    const d = this.data;
    let events = d.violations.map(([checker, at, sentence], i) => ({ at, sentence: `${i + 1}. ${sentence}` }));
    if (!events.length) events = d.ledger.filter(e => this.chosen(e[2])).map(e => ({ at: e[0], sentence: `The ledger took ${e[4] || 'a mark'} of ${d.clients[e[7]]}${this.withToken(e[2], e[3])} at ${seconds(e[0])}.` }));
    if (!events.length) return;
    this.event = this.event === undefined ? (direction > 0 ? 0 : events.length - 1) : (this.event + direction + events.length) % events.length;
    this.show(events[this.event].at);
    this.voice.textContent = events[this.event].sentence;
    requestAnimationFrame(() => requestAnimationFrame(() => this.showTip(events[this.event].sentence, this.x(events[this.event].at), 46)));
  }

  showTip(sentence, x, y) {
    this.tip.textContent = sentence;
    this.tip.hidden = false;
    const room = this.plot.clientWidth - this.tip.offsetWidth - 6;
    this.tip.style.left = Math.max(6, Math.min(room, x - this.tip.offsetWidth / 2)) + 'px';
    const below = y + 14;
    this.tip.style.top = (below + this.tip.offsetHeight > this.plot.clientHeight ? Math.max(2, y - this.tip.offsetHeight - 10) : below) + 'px';
  }

  hideTip() {
    this.tip.hidden = true;
  }

  listen() {
    this.root.querySelector('.tools').addEventListener('click', e => { const b = e.target.closest('[data-do]'); if (b) this.act(b.dataset.do); });
    const select = this.root.querySelector('select');
    if (select) select.addEventListener('change', () => { this.resource = Number(select.value); this.draw(); });
    this.plot.addEventListener('keydown', e => this.key(e));
    this.plot.addEventListener('wheel', e => this.wheel(e), { passive: false });
    this.pointers = new Map();
    this.plot.addEventListener('pointerdown', e => { this.pointers.set(e.pointerId, e.clientX); this.moved = false; });
    this.plot.addEventListener('pointermove', e => this.move(e));
    const end = e => { this.pointers.delete(e.pointerId); };
    ['pointerup', 'pointercancel', 'pointerleave'].forEach(name => this.plot.addEventListener(name, end));
    this.plot.addEventListener('pointerleave', () => this.hideTip());
    new ResizeObserver(() => { if (this.plot.clientWidth && this.plot.clientWidth !== this.width) this.draw(); }).observe(this.plot);
  }

  key(e) {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const acts = { ArrowLeft: 'left', ArrowRight: 'right', '+': 'in', '=': 'in', '-': 'out', '0': 'all' };
    if (acts[e.key]) this.act(acts[e.key]);
    else if (e.key === 'n' || e.key === 'p') this.step(e.key === 'n' ? 1 : -1);
    else if (e.key === 'Escape') this.hideTip();
    else return;
    e.preventDefault();
  }

  wheel(e) {
    if (Math.abs(e.deltaX) > Math.abs(e.deltaY)) this.pan(e.deltaX / this.width);
    else if (e.ctrlKey || e.metaKey || document.activeElement === this.plot) this.zoom(Math.exp(Math.max(-60, Math.min(60, e.deltaY)) * 0.005), this.t(e.clientX - this.plot.getBoundingClientRect().left));
    else return;
    e.preventDefault();
  }

  move(e) {
    const box = this.plot.getBoundingClientRect();
    if (!this.pointers.has(e.pointerId)) {
      const mark = e.target.closest('[data-tip]');
      if (mark) this.showTip(this.tips[mark.dataset.tip], e.clientX - box.left, e.clientY - box.top); else this.hideTip();
      return;
    }
    const before = new Map(this.pointers);
    this.pointers.set(e.pointerId, e.clientX);
    if (this.pointers.size === 1) {
      this.pan((before.get(e.pointerId) - e.clientX) / (this.width - this.gutter));
    } else {
      const [a, b] = [...this.pointers.keys()];
      const gap = Math.abs(before.get(a) - before.get(b)) || 1;
      const now = Math.abs(this.pointers.get(a) - this.pointers.get(b)) || 1;
      this.zoom(gap / now, this.t((this.pointers.get(a) + this.pointers.get(b)) / 2 - box.left));
    }
  }
}
