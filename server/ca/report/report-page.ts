import { createHash } from 'node:crypto'
import { SECONDS_PER_HOUR } from '@apsis/astro/constants.ts'
import type { EventReport } from '@apsis/contract/ca/report/event-report.ts'
import { writtenNumber, writtenPower, writtenProbability } from '@apsis/contract/notice-text/written-number.ts'
import { callIn, causeIn, levelByIn } from '../../delivery/content/manner.service.ts'
import { REPORT_WORDS } from './report-words.data.ts'
import type { ReportedEvent, ReportedMessage } from './reported.ts'

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [720, 220, 60, 16, 12, 34]
const DATE_CHARACTERS = 16
const METRES_PER_KM = 1_000

export type PageContent = ReportedEvent &
  Pick<EventReport, 'number' | 'at' | 'by' | 'note' | 'language'> & { readonly version: string }

type Words = (typeof REPORT_WORDS)[EventReport['language']]
type Cell = string | number | null | undefined

/** Writes the report as one HTML page without outside scripts, pictures or fonts, so that it can be shown and read in many years. */
export function reportPage(content: PageContent): string {
  const { conjunction, number, at, by, note, language, version } = content
  const t = REPORT_WORDS[language]
  const { object1, object2, isSimulated } = conjunction
  const archived = fill(t.archived, { number: String(number), at: utc(at), by, version })
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${safe(`${t.title}: ${object1.name} × ${object2.name}`)}</title>
<style>${STYLE}</style>
</head>
<body>
<header>
<h1>${safe(`${t.title}: ${object1.name} × ${object2.name}`)}</h1>
<p>${safe(`${object1.designator} × ${object2.designator}`)}. ${safe(archived)}.</p>
${isSimulated ? `<p class="simulated">${safe(t.simulated)}</p>` : ''}
${note === '' ? '' : `<p><b>${safe(t.note)}:</b> ${safe(note)}</p>`}
</header>
${section(t.standing, pairs(standing(content, t)))}
${section(t.estimates, estimates(content, t))}
${section(t.objects, objects(content, t))}
${section(t.history, historyPlot(content.messages, { language, label: t.pc }))}
${section(t.messages, messages(content, t))}
${section(t.record, record(content, t))}
${section(t.plans, plans(content, t))}
${section(t.planSteps, planSteps(content, t))}
<footer><p>${safe(t.foot)}</p></footer>
</body>
</html>
`
}

function standing({ conjunction, decision, messages: all, language }: PageContent, t: Words): [string, Cell][] {
  const { conjunctionData: data, state, decideBefore, levelFrom, method, activeCdmId } = conjunction
  const isOwn = levelFrom === 'OWN_SCREENING'
  const held = levelByIn(language, conjunction)
  const active = isOwn ? undefined : all.find(({ cdmId }) => cdmId === activeCdmId)
  const { number, probability } = writing(language)
  const { state: step, decision: decided, by } = decision.summary
  return [
    [t.tca, utc(data.tca)],
    [t.level, word(t, `level-${data.riskLevel}`)],
    ...(held === '' ? [] : [[t.levelBy, held] as [string, Cell]]),
    [
      t.restsOn,
      isOwn ? ownText(conjunction, t) : active && fill(t.ofMessage, { ...active, created: utc(active.created) }),
    ],
    ...reportedLines(conjunction, { t, language }),
    [isOwn ? t.probabilityOwn : t.probability, probability(data.probabilityOfCollision)],
    [t.method, word(t, method)],
    ...(active?.assessment.reported
      ? [[fill(t.reported, active), probability(active.assessment.reported.probability)] as [string, Cell]]
      : []),
    [t.miss, number(data.totalMissDistance, 1)],
    [t.missRtn, data.relativePosition ? rtn(data.relativePosition, number) : null],
    [t.sigma, data.sigmaRtn ? rtn(data.sigmaRtn, number) : null],
    [t.speed, data.relativeSpeed === null ? null : number(data.relativeSpeed, 1)],
    ...(active?.assessment.hardBodyRadius == null
      ? []
      : [[t.radius, number(active.assessment.hardBodyRadius, 2)] as [string, Cell]]),
    [t.state, word(t, state)],
    [t.decision, [word(t, step), word(t, decided), by].filter(Boolean).join(', ')],
    [t.decideBefore, utc(decideBefore)],
  ]
}

const ownText = ({ ownScreening }: PageContent['conjunction'], t: Words) =>
  fill(t.ofScreening, { made: ownScreening === null ? '–' : utc(ownScreening.madeAt) })

/** Writes the newest report without covariances, after the line that names the message or screening on which the event is based. */
function reportedLines(
  { reported }: PageContent['conjunction'],
  { t, language }: { readonly t: Words; readonly language: PageContent['language'] },
): [string, Cell][] {
  if (reported === null) return []
  const { number, probability } = writing(language)
  const { reporter, reportId, createdAt, missM, isEmergencyReportable: emergency } = reported
  const said = [
    fill(t.ofReport, { reporter, reportId, created: utc(createdAt), miss: number(missM, 0) }),
    ...(emergency === true ? [t.isEmergency] : []),
  ]
  return [
    [t.report, said.join('; ')],
    [t.probabilityReported, probability(reported.probability)],
  ]
}

/** Writes the estimate of each source, and whether it counts; then each screening that would have found the approach, and did not. */
function estimates({ estimates: { estimates: all, unfound }, language }: PageContent, t: Words): string {
  const { number, probability } = writing(language)
  const km = (metres: number) => number(metres / METRES_PER_KM, 1)
  const lines = unfound.map(({ madeAt, neighbour, fileName, volume: { r, t: along, n }, distanceM }) => {
    const own = fileName ?? t.elementSet
    const screening = fill(t.unfound, { ...neighbour, made: utc(madeAt), own, r: km(r), t: km(along), n: km(n) })
    return `${screening}${distanceM === null ? '' : fill(t.unfoundApart, { distance: km(distanceM) })}.`
  })
  const list = table(
    [t.source, t.made, t.tca, t.level, t.pc, t.method, t.miss, t.missRtn, t.sigma, t.counts],
    all.map((one) => [
      ...[
        word(t, one.source),
        utc(one.madeAt),
        utc(one.tca),
        word(t, `level-${one.riskLevel}`),
        probability(one.probability),
      ],
      ...[word(t, one.method), number(one.missM, 1), one.miss && rtn(one.miss, number)],
      one.sigma && rtn(one.sigma, number),
      [word(t, `estimate-${one.state}`), word(t, one.weakness)].filter(Boolean).join(': '),
    ]),
    t.none,
  )
  return [list, ...lines.map((line) => `<p>${safe(line)}</p>`)].join('\n')
}

function objects({ messages: all, conjunction, language }: PageContent, t: Words): string {
  const { number } = writing(language)
  const told = all.find(({ cdmId }) => cdmId === conjunction.activeCdmId) ?? all.at(-1)
  const both = told ? [told.object1, told.object2] : []
  if (both.length === 0) {
    const { object1, object2 } = conjunction
    return table(
      [t.name, t.designator],
      [object1, object2].map((one) => [one.name, one.designator]),
    )
  }
  return table(
    [t.name, t.designator, t.international, t.type, t.operator, t.manoeuvrable, t.hbr, t.observed],
    both.map((one) => [
      ...[one.name, one.designator, one.internationalDesignator, word(t, one.objectType), one.operatorOrganization],
      word(t, one.manoeuvrable),
      one.hardBodyRadius === null ? null : number(one.hardBodyRadius, 2),
      one.lastObservationAt === null ? null : utc(one.lastObservationAt),
    ]),
  )
}

function messages({ messages: all, language }: PageContent, t: Words): string {
  const { number, probability } = writing(language)
  return table(
    [t.number, t.created, t.originator, t.level, t.pc, t.pcReported, t.pcMaximum, t.miss, t.missRtn, t.hash],
    all.map(({ created, originator, conjunctionData: data, assessment, sha256 }, place) => [
      ...[place + 1, utc(created), originator, word(t, `level-${data.riskLevel}`), probability(assessment.probability)],
      probability(assessment.reported?.probability),
      probability(assessment.maximumProbability),
      ...[number(data.totalMissDistance, 1), rtn(data.relativePosition, number), sha256],
    ]),
  )
}

function record({ decision, language }: PageContent, t: Words): string {
  return table(
    [t.at, t.by, t.step, t.level, t.why],
    decision.history.map(({ at, by, action, decision: decided, riskLevel, why, call }) => {
      const step = decided && action === 'DECIDE' ? `${word(t, action)}: ${word(t, decided)}` : word(t, action)
      return [utc(at), by, step, word(t, `level-${riskLevel}`), call === null ? why : callIn(language, call)]
    }),
    t.none,
  )
}

function plans({ manoeuvres, language }: PageContent, t: Words): string {
  const { number } = writing(language)
  return table(
    [t.name, t.state, t.ignition, t.size, t.verdict, t.approvedBy],
    manoeuvres.map(({ name, state, ignitionEpoch, totalDeltaVMagnitude, drag, screening, approvedBy }) => [
      ...[name, word(t, `plan-${state}`), utc(ignitionEpoch)],
      // A plan by drag has no Δv; it gives the time for which the satellite keeps an attitude.
      drag === null
        ? fill(t.sizeBurn, { size: number(totalDeltaVMagnitude, 4) })
        : fill(t.sizeDrag, { hours: number(drag.holdS / SECONDS_PER_HOUR, 1) }),
      ...[screening && word(t, screening.verdict), approvedBy],
    ]),
    t.none,
  )
}

/** Writes the steps of each plan, with their author and reason, and the agreements on who moves; downloads are in event.json. */
function planSteps({ manoeuvres, language }: PageContent, t: Words): string {
  const steps = manoeuvres.flatMap(({ name, steps: all }) => all.map((step) => ({ name, ...step })))
  const told = steps.filter(({ action }) => action !== 'DOWNLOAD').toSorted((a, b) => a.at.localeCompare(b.at))
  return table(
    [t.at, t.by, t.name, t.state, t.why],
    told.map(({ at, by, name, state, why, cause, agreement }) => {
      const agreed = agreement && fill(t.agreed, { ...agreement, who: word(t, agreement.mover), at: utc(agreement.at) })
      return [
        utc(at),
        by,
        name,
        word(t, `plan-${state}`),
        [causeIn(language, cause, why), agreed].filter(Boolean).join(' '),
      ]
    }),
    t.none,
  )
}

/** Returns the word for a code; an unknown code, for example a provider's own kind of object, is shown as it is. */
function word({ codes }: Words, code: string | null): string | null {
  if (code === null) return null
  const key = code.toUpperCase().startsWith('ROCKET') ? 'ROCKET_BODY' : code
  return Object.hasOwn(codes, key) ? codes[key as keyof typeof codes] : code
}

const section = (title: string, body: string): string => `<section><h2>${safe(title)}</h2>\n${body}</section>`

const pairs = (rows: readonly [string, Cell][]): string =>
  `<dl>${rows.map(([name, value]) => `<dt>${safe(name)}</dt><dd>${safe(shown(value))}</dd>`).join('\n')}</dl>`

function table(heads: readonly string[], rows: readonly (readonly Cell[])[], empty = '–'): string {
  if (rows.length === 0) return `<p>${safe(empty)}</p>`
  const head = heads.map((one) => `<th scope="col">${safe(one)}</th>`).join('')
  const body = rows.map((row) => `<tr>${row.map(tableCell).join('')}</tr>`).join('\n')
  return `<div class="wide"><table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>`
}

/** A checksum is one long word, in which a line may break anywhere; other lines break between words. */
const tableCell = (cell: Cell): string =>
  `<td${SHA256.test(String(cell)) ? ' class="sum"' : ''}>${safe(shown(cell))}</td>`

const NO_BREAK_SPACE = '\u00a0'
const SHA256 = /^[0-9a-f]{64}$/

const shown = (value: Cell): string => (value === null || value === undefined || value === '' ? '–' : String(value))
const safe = (text: string): string => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
const fill = (text: string, values: object): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => String((values as Record<string, unknown>)[name] ?? '–'))

/** Writes a time to the second, in UTC. */
const utc = (instant: string): string => `${instant.slice(0, 10)} ${instant.slice(11, 19)}\u00a0Z`

/** Returns functions that write numbers as the language does; an unknown probability is left out. */
function writing(language: EventReport['language']) {
  return {
    number: (value: number, decimals: number) => writtenNumber(value, language, decimals),
    probability: (value: number | null | undefined) =>
      value == null ? null : writtenProbability(value, language).replaceAll(' ', NO_BREAK_SPACE),
  }
}

const rtn = ({ r, t, n }: { r: number; t: number; n: number }, number: (value: number, decimals: number) => string) =>
  [r, t, n].map((one) => number(one, 1)).join(' · ')

const STYLE = `
:root { color-scheme: light; }
body { margin: 24px auto; max-width: 1080px; padding: 0 16px; font: 14px/1.45 system-ui, sans-serif; color: #1c2530; background: #fff; }
h1 { font-size: 22px; margin: 0 0 4px; } h2 { font-size: 15px; margin: 24px 0 6px; border-bottom: 1px solid #c9d1da; }
.simulated { font-weight: 600; border: 1px solid #1c2530; padding: 4px 8px; display: inline-block; }
dl { display: grid; grid-template-columns: minmax(180px, max-content) 1fr; gap: 2px 16px; margin: 0; } dt { color: #4b5866; } dd { margin: 0; overflow-wrap: anywhere; }
.wide { overflow-x: auto; } table { border-collapse: collapse; width: 100%; font-size: 12px; }
th, td { text-align: left; vertical-align: top; padding: 3px 8px 3px 0; border-bottom: 1px solid #e3e8ee; } th { font-weight: 600; }
.sum { min-width: 18em; overflow-wrap: anywhere; }
svg { max-width: 100%; height: auto; } footer { margin-top: 24px; color: #4b5866; font-size: 12px; }
@media screen and (max-width: 600px) { dl { grid-template-columns: 1fr; gap: 0; } dt { margin-top: 6px; } }
@page { size: A4 landscape; margin: 14mm; } @media print { body { margin: 0; max-width: none; } tr, svg { break-inside: avoid; } h2 { break-after: avoid; } }
`

/** The page may be opened from a disk years later, without a server that sends a policy, so its own policy forbids scripts and loading. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

type PlotLabels = { readonly language: EventReport['language']; readonly label: string }

/** Draws the probability in each message against its creation time, on a logarithmic scale; draws nothing if no probability is above 0. */
function historyPlot(messages: readonly ReportedMessage[], { label }: PlotLabels): string {
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
