import type { EventReport } from '@apsis/contract/ca/event-report.ts'
import { writtenNumber, writtenProbability } from '@apsis/contract/told/written-number.ts'
import { historyPlot } from './history-plot.ts'
import { REPORT_WORDS } from './report-words.data.ts'
import type { Reported } from './reported.ts'

export type PageContent = Reported &
  Pick<EventReport, 'number' | 'at' | 'by' | 'note' | 'language'> & { readonly version: string }

type Words = (typeof REPORT_WORDS)[EventReport['language']]
type Cell = string | number | null | undefined

/**
 * The report as one page of HTML that needs nothing else: no script, no picture and no font from elsewhere, so that it can be
 * shown, printed and read in many years.
 */
export function reportPage(content: PageContent): string {
  const { conjunction, number, at, by, note, language, version } = content
  const t = REPORT_WORDS[language]
  const { object1, object2, isSimulated } = conjunction
  const archived = fill(t.archived, { number: String(number), at: utc(at), by, version })
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
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
${section(t.objects, objects(content, t))}
${section(t.history, historyPlot(content.messages, { language, label: t.pc }))}
${section(t.messages, messages(content, t))}
${section(t.record, record(content, t))}
${section(t.plans, plans(content, t))}
<footer><p>${safe(t.foot)}</p></footer>
</body>
</html>
`
}

function standing({ conjunction, decision, messages: all, language }: PageContent, t: Words): [string, Cell][] {
  const { conjunctionData: data, state, decideBefore, activeCdmId: _active } = conjunction
  const newest = all.at(-1)
  const number = numberIn(language)
  return [
    [t.tca, utc(data.tca)],
    [t.level, data.riskLevel],
    [t.probability, probability(data.probabilityOfCollision, language)],
    [t.method, newest?.assessment.method],
    ...(newest?.assessment.reported
      ? [[fill(t.reported, newest), probability(newest.assessment.reported.probability, language)] as [string, Cell]]
      : []),
    [t.miss, number(data.totalMissDistance, 1)],
    [t.missRtn, newest ? rtn(newest.conjunctionData.relativePosition, number) : null],
    [t.sigma, newest?.conjunctionData.sigmaRtn ? rtn(newest.conjunctionData.sigmaRtn, number) : null],
    [t.speed, newest ? number(newest.conjunctionData.relativeSpeed, 1) : null],
    [t.radius, newest?.assessment.hardBodyRadius == null ? null : number(newest.assessment.hardBodyRadius, 2)],
    [t.state, state],
    [t.decision, [decision.summary.state, decision.summary.decision, decision.summary.by].filter(Boolean).join(', ')],
    [t.decideBefore, utc(decideBefore)],
  ]
}

function objects({ messages: all, conjunction, language }: PageContent, t: Words): string {
  const number = numberIn(language)
  const newest = all.at(-1)
  const both = newest ? [newest.object1, newest.object2] : []
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
      ...[one.name, one.designator, one.internationalDesignator, one.objectType, one.operatorOrganization],
      one.manoeuvrable,
      one.hardBodyRadius === null ? null : number(one.hardBodyRadius, 2),
      one.lastObservationAt === null ? null : utc(one.lastObservationAt),
    ]),
  )
}

function messages({ messages: all, language }: PageContent, t: Words): string {
  const number = numberIn(language)
  return table(
    [t.number, t.created, t.originator, t.level, t.pc, t.pcReported, t.pcMaximum, t.miss, t.missRtn, t.hash],
    all.map(({ created, originator, conjunctionData: data, assessment, sha256 }, place) => [
      ...[place + 1, utc(created), originator, data.riskLevel, probability(assessment.probability, language)],
      probability(assessment.reported?.probability, language),
      probability(assessment.maximumProbability, language),
      ...[number(data.totalMissDistance, 1), rtn(data.relativePosition, number), sha256],
    ]),
  )
}

function record({ decision }: PageContent, t: Words): string {
  return table(
    [t.at, t.by, t.step, t.level, t.why],
    decision.history.map(({ at, by, action, decision: decided, riskLevel, why }) => {
      return [utc(at), by, decided && action === 'DECIDE' ? `${action}: ${decided}` : action, riskLevel, why]
    }),
    t.none,
  )
}

function plans({ manoeuvres, language }: PageContent, t: Words): string {
  const number = numberIn(language)
  return table(
    [t.name, t.state, t.ignition, t.deltaV, t.verdict, t.approvedBy],
    manoeuvres.map(({ name, state, ignitionEpoch, totalDeltaVMagnitude, screening, approvedBy }) => [
      ...[name, state, utc(ignitionEpoch), number(totalDeltaVMagnitude, 4), screening?.verdict, approvedBy],
    ]),
    t.none,
  )
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

/** A sum of a file is one long word, which may break anywhere; everything else breaks between words. */
const tableCell = (cell: Cell): string =>
  `<td${SHA256.test(String(cell)) ? ' class="sum"' : ''}>${safe(shown(cell))}</td>`

const NO_BREAK_SPACE = '\u00a0'
const SHA256 = /^[0-9a-f]{64}$/

const shown = (value: Cell): string => (value === null || value === undefined || value === '' ? '–' : String(value))
const safe = (text: string): string => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
const fill = (text: string, values: object): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => String((values as Record<string, unknown>)[name] ?? '–'))

/** To the second, in UTC. */
const utc = (instant: string): string => `${instant.slice(0, 10)} ${instant.slice(11, 19)}\u00a0Z`

const numberIn = (language: EventReport['language']) => {
  return (value: number, decimals: number): string => writtenNumber(value, language, decimals)
}

const rtn = ({ r, t, n }: { r: number; t: number; n: number }, number: (value: number, decimals: number) => string) =>
  [r, t, n].map((one) => number(one, 1)).join(' · ')

const probability = (value: number | null | undefined, language: EventReport['language']): string | null =>
  value === null || value === undefined ? null : writtenProbability(value, language).replaceAll(' ', NO_BREAK_SPACE)

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
