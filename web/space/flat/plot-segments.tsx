import { Segments } from '../../ui/button/segments.tsx'
import { useWords } from '../../ui/text/language.ts'
import type { SpaceCatalogue } from '../space-catalogue.ts'
import { FLAT_PLOTS, type FlatPlot } from './flat-choice.ts'
import { isRingObject } from './neighbours.ts'
import { flatWords } from './words.data.ts'

/** An own satellite of the catalogue, by its place there. */
export type OwnPlace = { readonly k: number; readonly name: string }

export const PLOT_NAMES = { none: 'none', along: 'alongPlot', ring: 'ringPlot', relative: 'relativePlot' } as const

/** Chooses the plot beside the map. */
export function PlotSegments({
  plot,
  onChange,
}: {
  readonly plot: FlatPlot
  readonly onChange: (plot: FlatPlot) => void
}) {
  const say = useWords(flatWords)
  return (
    <Segments
      label={say('plots')}
      value={plot}
      options={FLAT_PLOTS.map((value) => ({ value, label: say(PLOT_NAMES[value]) }))}
      onChange={onChange}
    />
  )
}

/** The own satellite of a plot, and those that can be chosen for it. */
export type PlotSubject = {
  readonly own: OwnPlace | undefined
  readonly candidates: readonly OwnPlace[]
  /** The catalogue number of the address if no own satellite has it. */
  readonly stranger: number | undefined
}

/** Returns the own satellite of a plot: the one of the address, else the picked one, else the first that the plot can show. */
export function subjectOf(
  plot: FlatPlot,
  catalogue: SpaceCatalogue | undefined,
  {
    fleet,
    asked,
    picked,
  }: {
    readonly fleet: readonly OwnPlace[]
    readonly asked: number | undefined
    readonly picked: number | undefined
  },
): PlotSubject {
  if (catalogue === undefined) return { own: undefined, candidates: [], stranger: undefined }
  const candidates = plot === 'ring' ? fleet.filter(({ k }) => isRingObject(catalogue, k)) : fleet
  const numbered = (places: readonly OwnPlace[], number: number | undefined) =>
    places.find(({ k }) => catalogue.columns.noradId[k] === number)
  const isStrange = asked !== undefined && !numbered(fleet, asked)
  return {
    own: numbered(candidates, asked) ?? numbered(candidates, picked) ?? candidates[0],
    candidates,
    stranger: isStrange ? asked : undefined,
  }
}
