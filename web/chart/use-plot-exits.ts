import { useRef, useState } from 'react'
import { now } from '../clock/clock.ts'
import { formatFileInstant } from '../clock/format.ts'
import type { PlotTable } from '../ui/file/csv.ts'
import { fileName as nameOf, saveFile, useFileMarks } from '../ui/file/file.tsx'
import type { ApiCall, PaneExits } from '../ui/page/pane-menu.tsx'
import { useWords } from '../ui/text/language.ts'
import { toPng, toSvgText } from './export-image.ts'
import { chartWords } from './words.data.ts'

type Given = {
  readonly title: string
  /** Where the data comes from; stands in every file. */
  readonly provenance: string
  /** Of the files, without their kind. */
  readonly fileName: string
  readonly table: () => PlotTable
  readonly call?: ApiCall | undefined
  /** Entries of the menu besides those of every plot. */
  readonly more?: Pick<PaneExits, 'link' | 'file'> | undefined
}

/** The menu of a plot: its values as a table, and its files, each of which says so where the data is simulated. */
export function usePlotExits({ title, provenance, fileName, table, call, more = {} }: Given) {
  const say = useWords(chartWords)
  const [isTable, setIsTable] = useState(false)
  const svg = useRef<SVGSVGElement>(null)
  const marks = useFileMarks()
  const named = (kind: string) => nameOf(fileName, kind, { ...marks, stamp: () => formatFileInstant(now()) })
  const foot = marks.isSimulated ? `SIMULATED. ${provenance}` : provenance
  const svgText = () => (svg.current ? toSvgText(svg.current, { title, foot }) : '')
  const saveSvg = () => saveFile(named('svg'), new Blob([svgText()], { type: 'image/svg+xml' }))
  const savePng = () => void toPng(svgText()).then((image) => saveFile(named('png'), image))
  const exits: PaneExits = {
    link: [
      { label: say(isTable ? 'showPlot' : 'showTable'), onAction: () => setIsTable(!isTable) },
      ...(more.link ?? []),
    ],
    file: [
      { label: 'SVG', note: say('drawing'), isDisabled: isTable, onAction: saveSvg },
      { label: 'PNG', note: say('image'), isDisabled: isTable, onAction: savePng },
      ...(more.file ?? []),
    ],
    csv: { name: fileName, table },
    ...(call ? { call } : {}),
  }
  return { isTable, svg, exits }
}
