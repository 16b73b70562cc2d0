import { imageOf } from '../../chart/use-plot-exports.ts'

/** Returns the map of the page as an image: ground, points and marks in one drawing; undefined while nothing is drawn. */
export async function pictureOfMap(footing: Parameters<typeof imageOf>[1]): Promise<Blob | undefined> {
  const map = document.querySelector('[data-large-map]')
  const [ground, marks] = map?.querySelectorAll<SVGSVGElement>(':scope > svg') ?? []
  const canvas = map?.querySelector('canvas')
  if (!ground || !marks || !canvas) return undefined
  const below = document.createElementNS(marks.namespaceURI, 'g')
  const points = document.createElementNS(marks.namespaceURI, 'image')
  const size = { width: canvas.clientWidth, height: canvas.clientHeight }
  for (const [name, value] of Object.entries({ ...size, href: canvas.toDataURL() }))
    points.setAttribute(name, String(value))
  below.append(...Array.from(ground.childNodes, (node) => node.cloneNode(true)), points)
  // The styles of what is copied are read from the document, so that it has to be there for a moment.
  marks.prepend(below)
  const made = imageOf(marks, footing)
  below.remove()
  return made
}
