import { type Zoom, zoomOf } from '../../../plot/plane/plane-view.ts'
import { SEPARATION_UNITS, type SeparationUnit } from '../../../plot/separation/separation.ts'
import type { SEARCH_NAMES } from './search-names.ts'

export const TABS = [
  'summary',
  'estimates',
  'details',
  'evolution',
  'context',
  'tracking',
  'data',
  'manoeuvre',
  'export',
] as const
export type Tab = (typeof TABS)[number]

export type ViewSearch = { readonly [K in (typeof SEARCH_NAMES)[number]]?: string | undefined }

/** The radius, factors and ephemeris that are tried; undefined for the value of the message. */
export type WhatIf = {
  readonly radiusM: number | undefined
  readonly scale1: number | undefined
  readonly scale2: number | undefined
  /** An ephemeris file of our own, whose state and covariance replace those of the message. */
  readonly own: string | undefined
}

export type View = {
  readonly tab: Tab
  readonly message: string | undefined
  readonly compare: string | undefined
  readonly zoom: Zoom
  readonly unit: SeparationUnit
  /** True if the scale of the evolution stays the same for all messages. */
  readonly isLocked: boolean
  /** True if the evolution is shown as pictures side by side. */
  readonly isMultiple: boolean
  readonly whatIf: WhatIf
  readonly format: 'kvn' | 'xml' | 'json' | undefined
  readonly at: string | undefined
  /** True if both covariances are scaled independently. */
  readonly isGrid: boolean
  /** The id of the selected plan of a manoeuvre. */
  readonly plan: string | undefined
  /** The step of the record whose dialog the address opens. */
  readonly ask: 'DECIDE' | 'NOTE' | undefined
}

/** Returns the state of the screen from its address; invalid values are ignored. */
export function viewOf(search: ViewSearch): View {
  return {
    tab: TABS.find((one) => one === search.tab) ?? 'summary',
    message: search.message,
    compare: search.compare,
    zoom: zoomOf(search.zoom),
    unit: SEPARATION_UNITS.find((one) => one === search.unit) ?? 'm',
    isLocked: search.lock !== 'no',
    isMultiple: search.view === 'multiples',
    whatIf: {
      radiusM: numberIn(search.hbr, RADIUS_LIMITS),
      scale1: numberIn(search.scale1, SCALE_LIMITS),
      scale2: numberIn(search.scale2, SCALE_LIMITS),
      own: search.own,
    },
    format: (['kvn', 'xml', 'json'] as const).find((one) => one === search.format),
    at: search.at,
    isGrid: search.grid === 'yes',
    plan: search.plan,
    ask: search.ask === 'decide' ? 'DECIDE' : search.ask === 'note' ? 'NOTE' : undefined,
  }
}

type Limits = { readonly least: number; readonly most: number }
/** The limits of a combined hard-body radius, m. */
export const RADIUS_LIMITS = { least: 0.01, most: 1_000 }
/** The limits of a factor on a covariance. */
export const SCALE_LIMITS = { least: 0.001, most: 10_000 }

function numberIn(text: string | undefined, { least, most }: Limits): number | undefined {
  const value = Number(text)
  return value >= least && value <= most ? value : undefined
}

/** A change of the screen, in the form in which it is written to the address. */
export type ViewChange = Partial<{
  tab: Tab
  message: string | undefined
  compare: string | undefined
  zoom: Zoom
  unit: SeparationUnit
  isLocked: boolean
  isMultiple: boolean
  whatIf: WhatIf
  format: View['format']
  at: string | undefined
  isGrid: boolean
  plan: string | undefined
  ask: View['ask']
}>

/** Returns the parameters for a change; default values are left out of the address. */
export function searchWith(search: ViewSearch, change: ViewChange): ViewSearch {
  const { tab, message, compare, zoom, unit, isLocked, isMultiple, whatIf, format, at, isGrid, plan, ask } = {
    ...viewOf(search),
    ...change,
  }
  const text = (value: number | undefined) => (value === undefined ? undefined : String(value))
  return {
    tab: tab === 'summary' ? undefined : tab,
    message,
    compare,
    zoom: zoom === '3' ? undefined : zoom,
    unit: unit === 'm' ? undefined : unit,
    lock: isLocked ? undefined : 'no',
    view: isMultiple ? 'multiples' : undefined,
    hbr: text(whatIf.radiusM),
    scale1: text(whatIf.scale1),
    scale2: text(whatIf.scale2),
    own: whatIf.own,
    format,
    at,
    grid: isGrid ? 'yes' : undefined,
    plan,
    ask: ask === undefined ? undefined : ask === 'DECIDE' ? 'decide' : 'note',
  }
}
