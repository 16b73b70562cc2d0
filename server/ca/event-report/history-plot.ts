import type { EventReport } from '@apsis/contract/ca/event-report.ts'
import { writtenPower } from '@apsis/contract/told/written-number.ts'
import type { ReportedMessage } from './reported.ts'

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [720, 220, 60, 16, 12, 34]
const DATE_CHARACTERS = 16

type PlotLabels = { readonly language: EventReport['language']; readonly label: string }

/** The probability by message over the time of creation, by powers of ten; without a probability above 0 nothing is drawn. */
export function historyPlot(messages: readonly ReportedMessage[], { label }: PlotLabels): string {
  const points = messages.flatMap(({ created, assessment: { probability } }) =>
    probability === null || probability <= 0 ? [] : [{ at: Date.parse(created), power: Math.log10(probability) }],
  )
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined) return '<p>–</p>'
  const powers = points.map(({ power }) => power)
  const [low, high] = [Math.floor(Math.min(...powers)), Math.ceil(Math.max(...powers) + 1e-9)]
  const span = Math.max(1, last.at - first.at)
  const x = (at: number) => LEFT + ((at - first.at) / span) * (WIDTH - LEFT - RIGHT)
  const y = (power: number) => TOP + ((high - power) / Math.max(1, high - low)) * (HEIGHT - TOP - BOTTOM)
  const step = Math.max(1, Math.ceil((high - low) / 6))
  const rules = Array.from({ length: Math.floor((high - low) / step) + 1 }, (_, k) => low + k * step)
  const place = ({ at, power }: { at: number; power: number }) => `${x(at).toFixed(1)},${y(power).toFixed(1)}`
  const time = (at: number) => new Date(at).toISOString().slice(0, DATE_CHARACTERS).replace('T', ' ')
  return `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" aria-label="${label}" font-size="11" fill="#1c2530">
${rules
  .map(
    (power) =>
      `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(power).toFixed(1)}" y2="${y(power).toFixed(1)}" stroke="#e3e8ee"/><text x="${LEFT - 8}" y="${(y(power) + 4).toFixed(1)}" text-anchor="end">${writtenPower(power)}</text>`,
  )
  .join('\n')}
<polyline points="${points.map(place).join(' ')}" fill="none" stroke="#1f5fae" stroke-width="1.5"/>
${points.map((one) => `<circle cx="${x(one.at).toFixed(1)}" cy="${y(one.power).toFixed(1)}" r="3" fill="#1f5fae"/>`).join('')}
<text x="${LEFT}" y="${HEIGHT - 10}">${time(first.at)} Z</text><text x="${WIDTH - RIGHT}" y="${HEIGHT - 10}" text-anchor="end">${points.length > 1 ? `${time(last.at)} Z` : ''}</text>
</svg>`
}
