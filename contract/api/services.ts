import { z } from 'zod'
import * as burnNotice from '../ca/announced/burn-notice.ts'
import * as contact from '../ca/contact/contact.ts'
import * as groundStation from '../ca/contact/ground-station.ts'
import * as demo from '../ca/demo.ts'
import * as ephemeris from '../ca/ephemeris/ephemeris.ts'
import * as conjunction from '../ca/event/conjunction.ts'
import * as nearFleet from '../ca/find/near-fleet.ts'
import * as operatorPath from '../ca/find/operator-path.ts'
import * as find from '../ca/find.ts'
import * as cdm from '../ca/message/cdm.ts'
import * as caImport from '../ca/message/import.ts'
import * as neighbour from '../ca/neighbour/neighbour.ts'
import * as manoeuvre from '../ca/plan/manoeuvre.ts'
import * as manoeuvrePolicy from '../ca/plan/manoeuvre-policy.ts'
import * as manoeuvreCalendar from '../ca/report/calendar.ts'
import * as eventReport from '../ca/report/event-report.ts'
import * as handover from '../ca/report/handover.ts'
import * as objectSize from '../ca/satellite/object-size.ts'
import * as satellite from '../ca/satellite/satellite.ts'
import * as screening from '../ca/screening/screening.ts'
import * as spaceWeather from '../ca/space-weather.ts'
import * as statistics from '../ca/statistics/statistics.ts'
import * as caUserconfig from '../ca/userconfig.ts'
import * as connection from '../connections/connection.ts'
import * as acknowledgement from '../duty/acknowledgement.ts'
import * as dutyAlarm from '../duty/alarm.ts'
import * as bridge from '../duty/bridge.ts'
import * as paging from '../duty/paging.ts'
import * as dutyPlan from '../duty/plan.ts'
import * as telephone from '../duty/telephone.ts'
import { type Endpoint, endpoint, type Service } from '../endpoint.ts'
import * as event from '../events/event.ts'
import * as bounce from '../notifications/bounce.ts'
import * as channel from '../notifications/channel.ts'
import * as delivery from '../notifications/delivery.ts'
import * as digest from '../notifications/digest.ts'
import * as noticeExample from '../notifications/example.ts'
import * as mail from '../notifications/mail.ts'
import * as notification from '../notifications/notification.ts'
import * as rules from '../notifications/rule.ts'
import * as situationReport from '../notifications/situation-report.ts'
import * as analystObject from '../odt/observation/analyst-object.ts'
import * as observation from '../odt/observation/observation.ts'
import * as passprediction from '../odt/pass/passprediction.ts'
import * as provider from '../odt/provider/provider.ts'
import * as observationRequest from '../odt/request/request.ts'
import * as sensor from '../odt/sensor/sensor.ts'
import * as eventTracking from '../odt/tracking/conjunction.ts'
import * as trackHistory from '../odt/tracking/track-history.ts'
import * as customer from '../payments/customer.ts'
import * as paymentsDemo from '../payments/demo.ts'
import * as order from '../payments/order.ts'
import * as price from '../payments/price.ts'
import * as priceEstimation from '../payments/price-estimation.ts'
import * as product from '../payments/product.ts'
import * as serviceAccount from '../service-accounts/service-account.ts'
import * as session from '../session/backchannel-logout.ts'
import * as key from '../session/key.ts'
import * as token from '../session/token.ts'
import * as status from '../status/status.ts'
import * as tleCatalogue from '../tle/catalogue.ts'
import * as tleHistory from '../tle/history.ts'
import * as tleObject from '../tle/object.ts'
import * as tle from '../tle/tle.ts'
import * as tleSet from '../tle/tle-set.ts'
import * as userconfig from '../userconfig/userconfig.ts'
import type { ServiceInfo } from './openapi.ts'

const SERVICE_TEXT: Record<Service, { title: string; description: string }> = {
  ca: { title: 'Apsis collision avoidance', description: 'Conjunctions, messages, manoeuvres and screening.' },
  odt: { title: 'Apsis on-demand tracking', description: 'Observation requests, sensors and pass prediction.' },
  payments: { title: 'Apsis payments', description: 'Customers, balances, orders, products and prices.' },
  tle: { title: 'Apsis element sets', description: 'Two-line elements by catalogue number.' },
  userconfig: {
    title: 'Apsis account',
    description: 'User configuration, notifications, events, status, session and service accounts.',
  },
}

/** The descriptions of the tags. */
const TAGS = {
  satellites: 'Your satellites: what they are, how they are built, what they accept, and who operates the others.',
  contacts: 'When your satellites can be commanded: ground stations, and contacts that are entered or computed.',
  'burn notices': 'Burns that were planned elsewhere and announced: entered, or read from an OPM or OCM.',
  messages: 'Conjunction data messages as they came, and our assessment of each.',
  imports: 'Many messages at once, taken in behind the scenes.',
  conjunctions: 'Events: all that is known of one close approach, and the decisions about it.',
  ephemeris: 'Ephemeris files of your satellites.',
  neighbours: 'Objects near your satellites whose operators publish ephemerides.',
  screenings: 'Searches for close approaches: as jobs, at once, and again and again.',
  manoeuvres: 'Plans of avoidance manoeuvres: from a burn that is enough to one that was verified.',
  statistics: 'What the own messages say of the year ahead, and of those who sent them.',
  'object-sizes': 'How large and heavy objects are, as you have loaded it.',
  'space weather': 'What the Sun does to the air: indices, and the storms among them.',
  handovers: 'Notes from one shift to the next.',
  demo: 'What is simulated, so that it can be tried: a fleet, an account.',
  passes: 'When an object can be seen from where.',
  'observation requests': 'Observations that were asked for: their passes, states and prices.',
  observations: 'Measurements: files, and reports of which object they are.',
  sensors: 'Telescopes and radars on the ground: where they stand and what they see.',
  providers: 'Networks of sensors that take orders over HTTP: who they are, and what they tell of passes.',
  customers: 'Who pays: balances, ledgers, statements and invoices.',
  orders: 'What was ordered, at which price, and what became of the money.',
  products: 'What can be ordered.',
  prices: 'What things cost, before they are ordered.',
  'element sets': 'Element sets by catalogue number, and your own.',
  userconfig: 'Settings of the person who asks.',
  notifications: 'What a person was told.',
  duty: 'Who is called when nobody acknowledges, and who has duty now.',
  events: 'Changes as they happen, as a stream.',
  'service accounts': 'Accounts for programs, with their secrets.',
  connections: 'Services outside that data comes from: how they are read, what they brought, what they still allow.',
  session: 'Tokens for programs, and the keys to check them with.',
  status: 'How the parts of the product are.',
  admin: 'For administrators and other machines.',
  openapi: 'The description of the service itself.',
}

/** Returns the call that answers the description of a service. */
export const openapiOf = (service: Service) =>
  endpoint({
    method: 'GET',
    path: `/api/v1/${service}/openapi/`,
    summary: 'Read the description of this service',
    description:
      'This document: OpenAPI 3.1. Operations tagged admin are left out unless the caller is an administrator.',
    tags: ['openapi'],
    access: [],
    rate: 'read',
    headers: { etag: true, ifNoneMatch: true },
    response: z
      .record(z.string(), z.unknown())
      .meta({ examples: [{ openapi: '3.1.0', info: { title: SERVICE_TEXT[service].title } }] }),
  })

/** One document of all services for client generators, which have no token yet. */
export const getWholeOpenapi = endpoint({
  method: 'GET',
  path: '/api/v1/openapi.json',
  summary: 'Read the description of all services',
  description:
    'All services in one document: OpenAPI 3.1, without the operations tagged admin. It needs no token, so that a generator of clients can read it by its address.',
  tags: ['openapi'],
  access: 'anyone',
  rate: 'read',
  headers: { etag: true, ifNoneMatch: true },
  response: z.record(z.string(), z.unknown()).meta({ examples: [{ openapi: '3.1.0', info: { title: 'Apsis' } }] }),
})

/** Returns the endpoints of a module of the contract, by name; the name becomes the operation id. */
function endpointsOf(module: object): Record<string, Endpoint> {
  return Object.fromEntries(
    Object.entries(module).filter(([, value]) => typeof value === 'object' && value !== null && 'access' in value),
  )
}

const UNITS =
  'Numbers are SI (m, m/s, kg, N, s, m²) and degrees; times are ISO 8601: answers have UTC with Z and milliseconds, and any offset is taken.'

/** Returns title and introduction of a service's document. */
export function serviceInfo(service: Service, version: string): ServiceInfo {
  const { title, description } = SERVICE_TEXT[service]
  return { title, description: `${description} ${UNITS}`, version, tags: TAGS }
}

/** Every endpoint of the product, grouped by the service whose document describes it. */
export const SERVICE_ENDPOINTS: Readonly<Record<Service, Readonly<Record<string, Endpoint>>>> = {
  ca: {
    ...endpointsOf(caUserconfig),
    ...endpointsOf(satellite),
    ...endpointsOf(contact),
    ...endpointsOf(groundStation),
    ...endpointsOf(burnNotice),
    ...endpointsOf(cdm),
    ...endpointsOf(caImport),
    ...endpointsOf(conjunction),
    ...endpointsOf(ephemeris),
    ...endpointsOf(neighbour),
    ...endpointsOf(screening),
    ...endpointsOf(find),
    ...endpointsOf(nearFleet),
    ...endpointsOf(operatorPath),
    ...endpointsOf(manoeuvre),
    ...endpointsOf(manoeuvrePolicy),
    ...endpointsOf(manoeuvreCalendar),
    ...endpointsOf(statistics),
    ...endpointsOf(objectSize),
    ...endpointsOf(spaceWeather),
    ...endpointsOf(handover),
    ...endpointsOf(eventReport),
    ...endpointsOf(demo),
    getOpenapi: openapiOf('ca'),
  },
  odt: {
    ...endpointsOf(observationRequest),
    ...endpointsOf(eventTracking),
    ...endpointsOf(observation),
    ...endpointsOf(analystObject),
    ...endpointsOf(trackHistory),
    ...endpointsOf(sensor),
    ...endpointsOf(provider),
    ...endpointsOf(passprediction),
    getOpenapi: openapiOf('odt'),
  },
  payments: {
    ...endpointsOf(customer),
    ...endpointsOf(order),
    ...endpointsOf(product),
    ...endpointsOf(price),
    ...endpointsOf(priceEstimation),
    ...endpointsOf(paymentsDemo),
    getOpenapi: openapiOf('payments'),
  },
  tle: {
    ...endpointsOf(tle),
    ...endpointsOf(tleSet),
    ...endpointsOf(tleHistory),
    ...endpointsOf(tleCatalogue),
    ...endpointsOf(tleObject),
    getOpenapi: openapiOf('tle'),
  },
  userconfig: {
    ...endpointsOf(userconfig),
    ...endpointsOf(notification),
    ...endpointsOf(connection),
    ...endpointsOf(channel),
    ...endpointsOf(delivery),
    ...endpointsOf(rules),
    ...endpointsOf(digest),
    ...endpointsOf(situationReport),
    ...endpointsOf(bounce),
    ...endpointsOf(noticeExample),
    ...endpointsOf(mail),
    ...endpointsOf(acknowledgement),
    ...endpointsOf(dutyPlan),
    ...endpointsOf(dutyAlarm),
    ...endpointsOf(paging),
    ...endpointsOf(telephone),
    ...endpointsOf(bridge),
    ...endpointsOf(event),
    ...endpointsOf(status),
    ...endpointsOf(session),
    ...endpointsOf(token),
    ...endpointsOf(key),
    ...endpointsOf(serviceAccount),
    getOpenapi: openapiOf('userconfig'),
    getWholeOpenapi,
  },
}

/** Returns the introduction in the document of all services. */
export const wholeInfo = (version: string): ServiceInfo => ({
  title: 'Apsis',
  description: `Collision avoidance and on-demand tracking for satellite operators. ${UNITS}`,
  version,
  tags: TAGS,
})

/** Returns every endpoint that is not for administrators. A call that all services have gets the name of its service added. */
export function wholeEndpoints(): Record<string, Endpoint> {
  const named = Object.entries(SERVICE_ENDPOINTS).flatMap(([service, endpoints]) =>
    Object.entries(endpoints).map(([name, e]): [string, Endpoint] => [
      name === 'getOpenapi' ? `${name}Of${service[0]?.toUpperCase()}${service.slice(1)}` : name,
      e,
    ]),
  )
  return Object.fromEntries(named.filter(([, { tags }]) => !tags.includes('admin')))
}
