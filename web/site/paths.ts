/**
 * Every address of the application, in the order of spec §2 (overview, assets, element sets, objects, sensors, passes, space weather, archived
 * reports, the catalogue, candidates and own burns are additions); the route table and all links use these.
 */
export const paths = {
  docs: '/docs/{-$page}/{-$file}',
  tnc: '/tnc',
  home: '/',
  services: '/services',
  account: '/account/{-$page}',
  screening: '/screening',
  odt: '/odt',
  observations: '/odt/observations',
  observation: '/odt/observation/$observation_request_id/{-$observation_file_id}',
  sensors: '/odt/sensors',
  passes: '/odt/passes',
  ca: '/ca',
  overview: '/ca/overview',
  assets: '/ca/assets',
  ephemerides: '/ca/oems',
  conjunctions: '/ca/conjunctions',
  space: '/ca/space',
  find: '/ca/find/{-$satellite_id}',
  postManoeuvreScreening: '/ca/post-manoeuvre-screening/$satellite_id/$conjunction_id',
  manoeuvre: '/ca/manoeuvre/$satellite_id/$conjunction_id',
  cdm: '/ca/cdm/$satellite_id/$conjunction_id/$message_id',
  conjunction: '/ca/conjunction/$satellite_id/$conjunction_id',
  satellite: '/ca/satellite/$satellite_id',
  elementSets: '/ca/element-sets/{-$norad_id}',
  object: '/ca/object/$number',
  annualCollisionStatistics: '/ca/annual-collision-statistics/{-$satellite_id}',
  spaceWeather: '/ca/space-weather',
  eventReports: '/ca/event-reports',
  candidates: '/ca/candidates',
  burns: '/ca/burns/{-$satellite_id}',
  catalogue: '/tle/catalogue',
  dev: '/dev',
  kitchensink: '/dev/kitchensink',
  threeD: '/dev/3d',
  connectionError: '/connection-error',
} as const

/** The request id in the address of an observation without a request: a track of the organisation's own. */
export const OWN_TRACK = 'own'

/** Returns true if a path has the parts of a pattern of the router; the last part may be optional, as in `/ca/find/{-$satellite_id}`. */
export function fitsPattern(path: string, pattern: string): boolean {
  const [parts, wanted] = [path, pattern].map((text) => text.split('/').filter((part) => part !== ''))
  if (!parts || !wanted || parts.length > wanted.length) return false
  return wanted.every((part, at) => {
    if (part.startsWith('{-$')) return true
    return part.startsWith('$') ? parts[at] !== undefined : parts[at] === part
  })
}
