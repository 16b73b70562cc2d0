import { CA_USER, ODT_USER, type Requirement } from '@apsis/contract/roles.ts'
import { linkOptions } from '@tanstack/react-router'
import { paths } from '../paths.ts'

/** Where the navigation leads: who may go there, by which icon and which keys; without a word for the rail it is beside others. */
export const DESTINATIONS = [
  {
    id: 'conjunctions',
    rail: 'ca',
    icon: 'conjunction',
    keys: 'g c',
    access: [CA_USER],
    link: linkOptions({ to: paths.conjunctions }),
  },
  {
    id: 'findConjunctions',
    rail: 'findConjunctions',
    icon: 'search',
    keys: 'g f',
    access: [CA_USER],
    link: linkOptions({ to: paths.find, params: { satellite_id: undefined } }),
  },
  {
    id: 'ephemerides',
    rail: 'ephemerides',
    icon: 'ephemeris',
    keys: 'g e',
    access: [CA_USER],
    link: linkOptions({ to: paths.ephemerides }),
  },
  {
    id: 'overview',
    rail: undefined,
    icon: 'overview',
    keys: 'g v',
    access: [CA_USER],
    link: linkOptions({ to: paths.overview }),
  },
  {
    id: 'assets',
    rail: undefined,
    icon: 'assets',
    keys: 'g t',
    access: [CA_USER],
    link: linkOptions({ to: paths.assets }),
  },
  {
    id: 'annualCollisionStatistics',
    rail: undefined,
    icon: 'overview',
    keys: 'g y',
    access: [CA_USER],
    link: linkOptions({ to: paths.annualCollisionStatistics, params: { satellite_id: undefined } }),
  },
  {
    id: 'spaceWeather',
    rail: undefined,
    icon: 'overview',
    keys: 'g w',
    access: [CA_USER],
    link: linkOptions({ to: paths.spaceWeather }),
  },
  {
    id: 'screening',
    rail: 'screening',
    icon: 'screening',
    keys: 'g s',
    access: [CA_USER],
    link: linkOptions({ to: paths.screening }),
  },
  {
    id: 'observations',
    rail: 'odt',
    icon: 'tracking',
    keys: 'g o',
    access: [ODT_USER],
    link: linkOptions({ to: paths.observations }),
  },
  {
    id: 'passes',
    rail: undefined,
    icon: 'tracking',
    keys: 'g p',
    access: [ODT_USER],
    link: linkOptions({ to: paths.passes }),
  },
  {
    id: 'sensors',
    rail: undefined,
    icon: 'tracking',
    keys: 'g n',
    access: [ODT_USER],
    link: linkOptions({ to: paths.sensors }),
  },
  {
    id: 'account',
    rail: 'account',
    icon: 'account',
    keys: 'g a',
    access: [],
    link: linkOptions({ to: paths.account, params: { page: undefined } }),
  },
  {
    id: 'documentation',
    rail: 'documentation',
    icon: 'book',
    keys: 'g d',
    access: [],
    link: linkOptions({ to: paths.docs, params: { page: undefined, file: undefined } }),
  },
] as const satisfies readonly { readonly access: readonly Requirement[]; readonly [other: string]: unknown }[]

export type Destination = (typeof DESTINATIONS)[number]
