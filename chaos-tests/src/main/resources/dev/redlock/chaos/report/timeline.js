'use strict';
// Draws one run as SVG. Everything is drawn anew for every view: a few hundred shapes are cheap, and nothing can get out of step.
// Numbered in the order in which a hold does them, so that "until EXTEND" and "from MARK on" can be said.
const KIND = { ACQUIRE: 0, EXTEND: 1, RELEASE: 2, LOST: 3, MARK: 4, WRITE: 5 };
const OUTCOME = { OK: 0, FAIL: 1, INFO: 2 };
const escapeHtml = text => String(text).replace(/[&<>"']/g, c => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[c]);
const seconds = micros => (micros / 1e6).toFixed(3) + ' s';

class Timeline {
  constructor(root, data) {
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

  lanes(width) {
    const d = this.data;
    const lanes = [];
    let y = d.violations.length ? 48 : 28;
    const add = (kind, name, height, extra) => { lanes.push({ kind, name, y, height, ...extra }); y += height; };
    d.clients.forEach((name, i) => add('client', name, 46, { client: i, target: 'client ' + name }));
    add('ledger', 'ledger', 34, { target: 'ledger' });
    const known = new Set([...lanes.map(l => l.target), ...d.nodes]);
    const targets = [...new Set(d.faults.map(f => f[0].replace(/^.*->/, '')))].filter(t => !known.has(t));
    const hit = d.faults.some(f => d.nodes.includes(f[0].replace(/^.*->/, '')));
    if (!hit && d.nodes.length) add('calm', 'nodes', 22, { note: `all ${d.nodes.length} undisturbed` });
    [...(hit ? d.nodes : []), ...targets].forEach(name => add('node', name, 22, { target: name }));
    const counted = d.resources.some((name, i) => this.chosen(i) && d.tokens[i].length);
    add('tokens', 'token', counted ? 120 : 28, { note: counted ? '' : 'this lock has none' });
    this.width = width;
    this.gutter = Math.min(110, Math.max(56, width * 0.09));
    this.height = y + 6;
    return lanes;
  }

  x(t) {
    return this.gutter + (t - this.view.from) / (this.view.to - this.view.from) * (this.width - this.gutter - 6);
  }

  t(x) {
    return this.view.from + (x - this.gutter) / (this.width - this.gutter - 6) * (this.view.to - this.view.from);
  }

  seen(from, to) {
    return to >= this.view.from && from <= this.view.to;
  }

  tipped(sentence) {
    this.tips.push(sentence);
    return ` data-tip="${this.tips.length - 1}"`;
  }

  chosen(resource) {
    return this.resource < 0 || resource === this.resource;
  }

  colour(client) {
    return `style="--c:var(--k${((client % 8) + 8) % 8})"`;
  }

  tokenText(resource, rank) {
    return rank < 0 ? '' : this.data.tokens[resource][rank];
  }

  shortToken(resource, rank) {
    const text = this.tokenText(resource, rank);
    return text.length > 6 ? '…' + text.slice(-4) : text;
  }

  withToken(resource, rank) {
    return rank < 0 ? '' : ` with token ${this.tokenText(resource, rank)}`;
  }

  draw() {
    this.tips = [];
    const lanes = this.lanes(this.plot.clientWidth || 800);
    const out = [];
    lanes.forEach((lane, i) => {
      if (i % 2 === 0) out.push(`<rect class="band" x="0" y="${lane.y}" width="${this.width}" height="${lane.height}"/>`);
    });
    this.axis(out);
    out.push(`<g clip-path="url(#inside-${this.id})">`);
    lanes.forEach(lane => this.faults(out, lane));
    lanes.filter(l => l.kind === 'client').forEach(lane => this.client(out, lane));
    this.ledger(out, lanes.find(l => l.kind === 'ledger'));
    this.tokens(out, lanes.find(l => l.kind === 'tokens'));
    this.violations(out);
    out.push('</g>');
    lanes.filter(l => l.note).forEach(lane => out.push(`<text class="aside" x="${this.gutter + 8}" y="${lane.y + lane.height / 2 + 4}">${lane.note}</text>`));
    lanes.forEach(lane => out.push(`<text class="lane" x="10" y="${lane.y + Math.min(lane.height / 2, 23) + 4}">${escapeHtml(this.clip(lane.name))}</text>`));
    this.canvas.innerHTML = `<svg height="${this.height}" viewBox="0 0 ${this.width} ${this.height}" xmlns="http://www.w3.org/2000/svg">${this.defs()}${out.join('')}</svg>`;
    this.root.querySelector('.range').textContent = `${seconds(Math.max(0, this.view.from))} to ${seconds(Math.min(this.end, this.view.to))}`;
  }

  clip(name) {
    const room = Math.floor((this.gutter - 14) / 6.6);
    return name.length > room ? name.slice(0, Math.max(1, room - 1)) + '…' : name;
  }

  defs() {
    return `<defs><pattern id="hatch-${this.id}" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="6" height="6" fill="var(--sunk)"/><line x1="0" y1="0" x2="0" y2="6" stroke="var(--soft)" stroke-width="1.6" opacity=".55"/></pattern>
      <clipPath id="inside-${this.id}"><rect x="${this.gutter}" y="0" width="${this.width - this.gutter}" height="${this.height}"/></clipPath></defs>`;
  }

  axis(out) {
    const span = this.view.to - this.view.from;
    const rough = span / Math.max(2, (this.width - this.gutter) / 80);
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = [1, 2, 5, 10].map(n => n * power).find(n => n >= rough);
    const digits = Math.max(0, Math.min(6, 6 - Math.floor(Math.log10(step) + 1e-9)));
    for (let t = Math.ceil(Math.max(0, this.view.from) / step) * step; t <= this.view.to; t += step) {
      const x = this.x(t);
      out.push(`<line class="grid" x1="${x}" y1="24" x2="${x}" y2="${this.height}"/>`);
      if (x < this.width - 24) out.push(`<text x="${x}" y="17" text-anchor="${x < this.gutter + 18 ? 'start' : 'middle'}">${(t / 1e6).toFixed(digits)} s</text>`);
    }
  }

  faults(out, lane) {
    for (const [target, kind, from, until, what] of this.data.faults) {
      const end = until < 0 ? this.view.to : until;
      if (target.replace(/^.*->/, '') !== lane.target || !this.seen(from, end)) continue;
      const left = Math.max(this.gutter, this.x(from));
      const wide = Math.max(2, Math.min(this.width, this.x(end)) - left);
      const who = target.includes('->') ? target.split('->')[0] + ': ' : '';
      const tip = this.tipped(`${what} From ${seconds(from)} ${until < 0 ? 'to the end' : 'to ' + seconds(until)}.`);
      out.push(`<rect class="fault" fill="url(#hatch-${this.id})"${tip} x="${left}" y="${lane.y + 2}" width="${wide}" height="${lane.height - 4}" rx="3"/>`);
      if (wide > 9 + 6.4 * (who + kind).length) out.push(`<text class="faultname" x="${left + 5}" y="${lane.y + lane.height - (lane.height > 30 ? 8 : 7)}" pointer-events="none">${escapeHtml(who + kind)}</text>`);
    }
  }

  client(out, lane) {
    const y = lane.y + 6;
    const name = this.data.clients[lane.client];
    out.push(`<g ${this.colour(lane.client)}>`);
    for (const hold of this.holds) {
      if (hold.client !== lane.client || !this.chosen(hold.resource)) continue;
      for (const op of hold.ops) if (op.kind === KIND.ACQUIRE) this.attempt(out, op, y, name);
      if (hold.granted !== undefined) this.hold(out, hold, y, name);
      for (const op of hold.ops) if (op.kind !== KIND.ACQUIRE) this.deed(out, op, y, name);
    }
    out.push('</g>');
  }

  attempt(out, op, y, name) {
    const end = op.done < 0 ? op.from : op.done;
    if (!this.seen(op.from, end)) return;
    const resource = this.data.resources[op.resource];
    out.push(`<line class="asking" x1="${this.x(op.from)}" y1="${y + 8}" x2="${this.x(end)}" y2="${y + 8}"${this.tipped(`${name} asked for ${resource} from ${seconds(op.from)} to ${seconds(end)}.`)}/>`);
    if (op.outcome === OUTCOME.FAIL) out.push(`<circle class="refused"${this.tipped(`${name} did not get ${resource} at ${seconds(end)}: ${op.detail || 'no reason given'}.`)} cx="${this.x(end)}" cy="${y + 8}" r="3.5"/>`);
    if (op.outcome === OUTCOME.INFO) out.push(this.diamond(this.x(end), y + 8, `${name} asked for ${resource} at ${seconds(op.from)}, and nobody knows what came of it.`));
  }

  hold(out, hold, y, name) {
    const from = this.x(hold.granted);
    const until = this.x(hold.until);
    const resource = this.data.resources[hold.resource];
    if (hold.valid > hold.until && this.seen(hold.until, hold.valid)) out.push(`<rect class="valid"${this.tipped(`Its lease would have been valid until ${seconds(hold.valid)}.`)} x="${until}" y="${y}" width="${Math.max(1, this.x(hold.valid) - until)}" height="16"/>`);
    if (hold.last > hold.until && hold.valid >= 0 && hold.last > hold.valid) out.push(`<line class="overdue" x1="${this.x(hold.valid)}" y1="${y + 8}" x2="${this.x(hold.last)}" y2="${y + 8}"${this.tipped(`${name} still acted, although its lease was over at ${seconds(hold.valid)}.`)}/>`);
    if (!this.seen(hold.granted, hold.until)) return;
    out.push(`<rect class="hold"${this.tipped(`${name} held ${resource}${this.withToken(hold.resource, hold.token)} from ${seconds(hold.granted)} to ${seconds(hold.until)}.`)} x="${from}" y="${y}" width="${Math.max(1.5, until - from)}" height="16" rx="2"/>`);
    const label = this.shortToken(hold.resource, hold.token);
    const left = Math.max(from, this.gutter);
    if (label && until - left > 10 + 7 * label.length) out.push(`<text class="token" x="${left + 5}" y="${y + 12}">${escapeHtml(label)}</text>`);
  }

  deed(out, op, y, name) {
    const at = op.done < 0 || op.kind === KIND.LOST ? op.from : op.done;
    if (!this.seen(op.from, at)) return;
    const x = this.x(at);
    const resource = this.data.resources[op.resource];
    if (op.kind === KIND.EXTEND) out.push(op.outcome === OUTCOME.OK
      ? `<line class="tick" x1="${x}" y1="${y + 1}" x2="${x}" y2="${y + 15}"${this.tipped(`${name} extended its lease of ${resource} at ${seconds(at)}.`)}/>`
      : `<circle class="refused" cx="${x}" cy="${y + 8}" r="3.5"${this.tipped(`${name} could not extend its lease of ${resource} at ${seconds(at)}: ${op.detail}.`)}/>`);
    if (op.kind === KIND.LOST) out.push(`<path class="told" d="M${x - 5} ${y - 5}h10l-5 8z"${this.tipped(`${name} was told at ${seconds(at)} that its lease of ${resource} is over: ${op.detail}.`)}/>`);
    if (op.kind === KIND.WRITE || op.kind === KIND.MARK) out.push(this.write(op, x, y + 27, name, at));
  }

  write(op, x, y, name, at) {
    const what = op.kind === KIND.MARK ? `${name} marked the ledger` : `${name} sent ${op.payout || 'a write'}${op.amount ? ' over ' + op.amount : ''}`;
    const sentence = `${what}${this.withToken(op.resource, op.token)} at ${seconds(op.from)}`;
    if (op.outcome === OUTCOME.INFO) return this.diamond(x, y, `${sentence}, and nobody knows what came of it.`);
    if (op.outcome === OUTCOME.FAIL) return op.detail.startsWith('stale')
      ? this.cross(x, y, `${sentence} and was refused at ${seconds(at)}: ${op.detail}.`)
      : `<circle class="refused" cx="${x}" cy="${y}" r="4"${this.tipped(`${sentence}, which failed: ${op.detail}.`)}/>`;
    return op.kind === KIND.MARK ? this.flag(x, y, `${sentence}.`) : `<circle class="ok" cx="${x}" cy="${y}" r="4.5"${this.tipped(`${sentence} and was told at ${seconds(at)} that it is done.`)}/>`;
  }

  flag(x, y, sentence) {
    return `<path class="mark" d="M${x} ${y + 5}v-10l7 2.5-7 2.5"${this.tipped(sentence)}/>`;
  }

  cross(x, y, sentence) {
    return `<path class="no" d="M${x - 4} ${y - 4}l8 8m0-8l-8 8"${this.tipped(sentence)}/>`;
  }

  diamond(x, y, sentence) {
    return `<path class="unknown" d="M${x} ${y - 5.5}l5.5 5.5-5.5 5.5-5.5-5.5z"${this.tipped(sentence)}/>`;
  }

  ledger(out, lane) {
    const y = lane.y + lane.height / 2;
    for (const [at, type, resource, token, payout, account, amount, client] of this.data.ledger) {
      if (!this.chosen(resource) || !this.seen(at, at)) continue;
      const who = this.data.clients[client] || 'somebody';
      out.push(`<g ${this.colour(client)}>${type === 'MARK'
        ? this.flag(this.x(at), y, `The ledger took the mark of ${who}${this.withToken(resource, token)} at ${seconds(at)}.`)
        : `<circle class="ok" cx="${this.x(at)}" cy="${y}" r="5"${this.tipped(`The ledger took ${payout || 'a write'} of ${who}${this.withToken(resource, token)} at ${seconds(at)}: ${amount} from ${account}.`)}/>`}</g>`);
    }
    for (const op of this.ops) {
      if (op.kind < KIND.MARK || !this.chosen(op.resource) || op.outcome !== OUTCOME.FAIL || !op.detail.startsWith('stale') || !this.seen(op.done, op.done)) continue;
      out.push(this.cross(this.x(op.done), y, `The ledger refused ${op.payout || 'the mark'} of ${this.data.clients[op.client]}${this.withToken(op.resource, op.token)} at ${seconds(op.done)}: ${op.detail}.`));
    }
  }

  tokens(out, lane) {
    const top = lane.y + 12;
    const deep = lane.height - 24;
    const height = (resource, rank) => top + deep - (this.data.tokens[resource].length < 2 ? 0.5 : rank / (this.data.tokens[resource].length - 1)) * deep;
    this.data.resources.forEach((name, resource) => {
      if (!this.chosen(resource) || !this.data.tokens[resource].length) return;
      const grants = this.holds.filter(h => h.resource === resource && h.granted !== undefined && h.token >= 0).sort((a, b) => a.granted - b.granted);
      let path = '';
      grants.forEach((h, i) => { path += `${i ? 'H' + this.x(h.granted) + 'V' : 'M' + this.x(h.granted) + ' '}${height(resource, h.token)}`; });
      out.push(`<path class="rise" d="${path}"/>`);
      grants.filter(h => this.seen(h.granted, h.until)).forEach(h => out.push(`<g ${this.colour(h.client)}><rect class="hold" x="${this.x(h.granted)}" y="${height(resource, h.token) - 2}" width="${Math.max(3, this.x(h.until) - this.x(h.granted))}" height="4" rx="2"${this.tipped(`Token ${this.tokenText(resource, h.token)} of ${name} was given to ${this.data.clients[h.client]} at ${seconds(h.granted)}.`)}/></g>`));
      for (const [at, type, r, token, payout, , , client] of this.data.ledger) {
        if (r === resource && type === 'WRITE' && token >= 0 && this.seen(at, at)) out.push(`<g ${this.colour(client)}><circle class="ok" cx="${this.x(at)}" cy="${height(resource, token)}" r="3.6"${this.tipped(`${payout || 'A write'} was taken with token ${this.tokenText(resource, token)} at ${seconds(at)}.`)}/></g>`);
      }
      for (const op of this.ops) {
        if (op.resource === resource && op.kind >= KIND.MARK && op.token >= 0 && op.outcome === OUTCOME.FAIL && op.detail.startsWith('stale') && this.seen(op.done, op.done)) out.push(this.cross(this.x(op.done), height(resource, op.token), `${op.payout || 'The mark'} was refused with token ${this.tokenText(resource, op.token)} at ${seconds(op.done)}.`));
      }
    });
  }

  violations(out) {
    let free = -Infinity;
    this.data.violations.forEach(([checker, at, sentence], i) => {
      if (!this.seen(at, at)) return;
      const x = this.x(at);
      out.push(`<line class="bad" x1="${x}" y1="44" x2="${x}" y2="${this.height}"${this.tipped(`${i + 1}. ${sentence} (${checker})`)}/>`);
      if (x - free < 18) return;
      free = x;
      out.push(`<rect class="badge" x="${x - 9}" y="27" width="18" height="16" rx="4"${this.tipped(`${i + 1}. ${sentence} (${checker})`)}/><text x="${x}" y="39">${i + 1 > 99 ? '…' : i + 1}</text>`);
    });
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
