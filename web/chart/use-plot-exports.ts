import { useRef, useState } from 'react'
import { now } from '../clock/clock.ts'
import { formatFileInstant } from '../clock/format.ts'
import type { PlotTable } from '../ui/file/csv.ts'
import { fileName as nameOf, saveFile, useFileMarks } from '../ui/file/file.tsx'
import type { ApiCall, PaneExports } from '../ui/page/pane-menu.tsx'
import { useWords } from '../ui/text/language.ts'
import { chartWords } from './words.data.ts'

const SVG = 'http://www.w3.org/2000/svg'
/** The properties that come from the style sheets; they are copied, because a separate file has no style sheets. */
const DRAWN = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-opacity',
  'stroke-linejoin',
]
const WRITTEN = [
  'paint-order',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
  'font-variant-numeric',
  'text-anchor',
]
const FOOT_PX = 26
const LINE_PX = 16
const PIXELS_PER_UNIT = 2

type PlotExitSources = {
  readonly title: string
  /** The source of the data; it is in every file. */
  readonly provenance: string
  /** The name of the files without the extension. */
  readonly fileName: string
  readonly table: () => PlotTable
  readonly call?: ApiCall | undefined
  /** Entries of the menu besides the entries of every plot. */
  readonly more?: Pick<PaneExports, 'link' | 'file'> | undefined
}

/** Returns the menu of a plot: its values as a table, and its files; each file says if the data is simulated. */
export function usePlotExports({ title, provenance, fileName, table, call, more = {} }: PlotExitSources) {
  const say = useWords(chartWords)
  const [isTable, setIsTable] = useState(false)
  const svg = useRef<SVGSVGElement>(null)
  const marks = useFileMarks()
  const named = (kind: string) => nameOf(fileName, kind, { ...marks, stamp: () => formatFileInstant(now()) })
  const foot = marks.isSimulated ? `SIMULATED. ${provenance}` : provenance
  const svgText = () => (svg.current ? toSvgText(svg.current, { title, foot }) : '')
  const saveSvg = () => saveFile(named('svg'), new Blob([svgText()], { type: 'image/svg+xml' }))
  const savePng = () => void toPng(svgText()).then((image) => saveFile(named('png'), image))
  const exports: PaneExports = {
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
  return { isTable, svg, exports }
}

type Footing = {
  readonly title: string
  /** One or more lines. */
  readonly foot: string
}

/** Returns a drawing as an image of twice the size, with its source below it. */
export const imageOf = (svg: SVGSVGElement, footing: Footing): Promise<Blob> => toPng(toSvgText(svg, footing))

/** Returns the plot as a separate file: with its styles, its background, and its source below it. */
function toSvgText(plot: SVGSVGElement, { title, foot }: Footing): string {
  const { width, height } = plot.getBoundingClientRect()
  const copy = plot.cloneNode(true)
  if (!(copy instanceof SVGSVGElement)) throw new Error('The plot is no drawing.')
  const originals = [plot, ...plot.querySelectorAll('*')]
  for (const [place, element] of [copy, ...copy.querySelectorAll('*')].entries()) {
    const original = originals[place]
    if (!original) continue
    const style = getComputedStyle(original)
    for (const name of [...DRAWN, ...WRITTEN]) element.setAttribute(name, style.getPropertyValue(name))
    element.removeAttribute('class')
    element.removeAttribute('style')
  }
  // The mark at the pointer is not part of the plot.
  for (const mark of copy.querySelectorAll('[data-readout]')) mark.remove()
  copy.setAttribute('xmlns', SVG)
  copy.setAttribute('width', String(width))
  const said = foot.split('\n')
  copy.setAttribute('height', String(height + FOOT_PX + LINE_PX * (said.length - 1)))
  const ground = part('rect', { width: '100%', height: '100%', fill: colourOf(plot, '--bg-panel') })
  const lines = said.map((text, at) => {
    const y = String(height + 16 + LINE_PX * at)
    const line = part('text', { x: '12', y, fill: colourOf(plot, '--ink-3'), 'font-size': '12' })
    line.textContent = text
    return line
  })
  const name = part('title', {})
  name.textContent = title
  copy.prepend(name, ground)
  copy.append(...lines)
  return new XMLSerializer().serializeToString(copy)
}

function part(name: string, attributes: Readonly<Record<string, string>>): SVGElement {
  const element = document.createElementNS(SVG, name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  return element
}

/** Returns the colour of a token in the current theme, in a form that files can use. */
function colourOf(near: Element, token: string): string {
  const probe = document.createElement('span')
  probe.style.color = `var(${token})`
  near.after(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

/** Returns the plot as an image of twice the size, for slides and mails. */
async function toPng(svgText: string): Promise<Blob> {
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgText)}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = image.naturalWidth * PIXELS_PER_UNIT
  canvas.height = image.naturalHeight * PIXELS_PER_UNIT
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The image could not be made.'))), 'image/png'),
  )
}
