import { readFileSync } from 'node:fs'
import { edges } from './house/circles.ts'
import { diskTree, isTestCode } from './house/tree.ts'
const moves = new Map(readFileSync('/tmp/s13/mv5.txt', 'utf8').trim().split('\n').map((l) => l.split(' ') as [string, string]))
const P = 'server/ca/manoeuvre/'
const room = (f: string) => { const t = (moves.get(f) ?? f).slice(P.length).split('/'); return t.length > 1 ? t[0]! : '.' }
const m = new Map<string, string[]>()
for (const { from, to } of edges(diskTree(process.cwd()))) {
  if (!from.startsWith(P) || !to.startsWith(P) || isTestCode(from)) continue
  const [a, b] = [room(from), room(to)]
  if (a !== b) m.set(`${a} → ${b}`, [...(m.get(`${a} → ${b}`) ?? []), `${from.slice(P.length)} → ${to.slice(P.length)}`])
}
const order = ['.', 'life', 'send', 'check', 'screen', 'write', 'design', 'record']
for (const [k, v] of [...m].sort()) { const [a, b] = k.split(' → ') as [string, string]; const up = order.indexOf(a) > order.indexOf(b); console.log(`${up ? 'UP ' : '   '}${k} ${v.length}`); if (up) console.log('      ' + v.join('\n      ')) }
