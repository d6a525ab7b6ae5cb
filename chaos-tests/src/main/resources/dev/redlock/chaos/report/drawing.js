'use strict';
// Draws one run as SVG. Everything is drawn anew for every view: a few hundred shapes are cheap, and nothing can get out of step.
// Numbered in the order in which a hold does them, so that "until EXTEND" and "from MARK on" can be said.
const KIND = { ACQUIRE: 0, EXTEND: 1, RELEASE: 2, LOST: 3, MARK: 4, WRITE: 5 };
const OUTCOME = { OK: 0, FAIL: 1, INFO: 2 };
const escapeHtml = text => String(text).replace(/[&<>"']/g, c => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[c]);
const seconds = micros => (micros / 1e6).toFixed(3) + ' s';

class Drawing {
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
}
