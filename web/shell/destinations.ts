import { CA_USER, ODT_USER, type Requirement, TLE_USER } from '@apsis/contract/roles.ts'
import { linkOptions } from '@tanstack/react-router'
import { paths } from '../site/paths.ts'

/**
 * The destinations of the navigation, with the roles that may open them, their icons and keys. A destination without a word for the sidebar
 * is listed beside another.
 */
export const DESTINATIONS = [
  {
    id: 'conjunctions',
    sidebar: 'ca',
    icon: 'conjunction',
    keys: 'g c',
    access: [CA_USER],
    link: linkOptions({ to: paths.conjunctions }),
  },
  {
    id: 'findConjunctions',
    sidebar: 'findConjunctions',
    icon: 'search',
    keys: 'g f',
    access: [CA_USER],
    link: linkOptions({ to: paths.find, params: { satellite_id: undefined } }),
  },
  {
    id: 'ephemerides',
    sidebar: 'ephemerides',
    icon: 'ephemeris',
    keys: 'g e',
    access: [CA_USER],
    link: linkOptions({ to: paths.ephemerides }),
  },
  {
    id: 'overview',
    sidebar: undefined,
    icon: 'overview',
    keys: 'g v',
    access: [CA_USER],
    link: linkOptions({ to: paths.overview }),
  },
  {
    id: 'assets',
    sidebar: undefined,
    icon: 'assets',
    keys: 'g t',
    access: [CA_USER],
    link: linkOptions({ to: paths.assets }),
  },
  {
    id: 'annualCollisionStatistics',
    sidebar: undefined,
    icon: 'overview',
    keys: 'g y',
    access: [CA_USER],
    link: linkOptions({ to: paths.annualCollisionStatistics, params: { satellite_id: undefined } }),
  },
  {
    id: 'elementSets',
    sidebar: undefined,
    icon: 'ephemeris',
    keys: 'g h',
    access: [CA_USER],
    link: linkOptions({ to: paths.elementSets, params: { norad_id: undefined } }),
  },
  {
    id: 'catalogue',
    sidebar: undefined,
    icon: 'book',
    keys: 'g i',
    access: [TLE_USER],
    link: linkOptions({ to: paths.catalogue }),
  },
  {
    id: 'spaceWeather',
    sidebar: undefined,
    icon: 'overview',
    keys: 'g w',
    access: [CA_USER],
    link: linkOptions({ to: paths.spaceWeather }),
  },
  {
    id: 'candidates',
    sidebar: undefined,
    icon: 'overview',
    keys: 'g k',
    access: [CA_USER],
    link: linkOptions({ to: paths.candidates }),
  },
  {
    id: 'eventReports',
    sidebar: undefined,
    icon: 'book',
    keys: 'g r',
    access: [CA_USER],
    link: linkOptions({ to: paths.eventReports }),
  },
  {
    id: 'screening',
    sidebar: 'screening',
    icon: 'screening',
    keys: 'g s',
    access: [CA_USER],
    link: linkOptions({ to: paths.screening }),
  },
  {
    id: 'observations',
    sidebar: 'odt',
    icon: 'tracking',
    keys: 'g o',
    access: [ODT_USER],
    link: linkOptions({ to: paths.observations }),
  },
  {
    id: 'passes',
    sidebar: undefined,
    icon: 'tracking',
    keys: 'g p',
    access: [ODT_USER],
    link: linkOptions({ to: paths.passes }),
  },
  {
    id: 'sensors',
    sidebar: undefined,
    icon: 'tracking',
    keys: 'g n',
    access: [ODT_USER],
    link: linkOptions({ to: paths.sensors }),
  },
  {
    id: 'account',
    sidebar: 'account',
    icon: 'account',
    keys: 'g a',
    access: [],
    link: linkOptions({ to: paths.account, params: { page: undefined } }),
  },
  {
    id: 'documentation',
    sidebar: 'documentation',
    icon: 'book',
    keys: 'g d',
    access: [],
    link: linkOptions({ to: paths.docs, params: { page: undefined, file: undefined } }),
  },
] as const satisfies readonly { readonly access: readonly Requirement[]; readonly [other: string]: unknown }[]

export type Destination = (typeof DESTINATIONS)[number]
