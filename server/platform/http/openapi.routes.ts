import { setImmediate } from 'node:timers/promises'
import { openApi, printTypes } from '@apsis/contract/api/openapi.ts'
import {
  getWholeOpenapi,
  SERVICE_ENDPOINTS,
  serviceInfo,
  wholeEndpoints,
  wholeInfo,
} from '@apsis/contract/api/services.ts'
import { type Endpoint, SERVICES, type Service } from '@apsis/contract/endpoint.ts'
import { bindKept, type Door } from './bind.ts'
import { type KeptAnswer, keep } from './kept.ts'

/** Adds the description of each service; only administrators see operations tagged admin (spec §6). */
export function openapiRoutes(door: Door, version: string): void {
  for (const service of SERVICES) {
    bindKept(door, endpointOf(service), async ({ caller }) => {
      const { forAdmins, forUsers } = await documentsOf(service, version)
      return caller !== undefined && isAdmin(service, caller.roles) ? forAdmins : forUsers
    })
  }
}

/** Adds a description that needs no token: all services in one document. */
export function wholeOpenapiRoute(door: Door, version: string): void {
  let printed: Promise<KeptAnswer> | undefined
  bindKept(door, getWholeOpenapi, () => {
    printed ??= printWhole(version)
    return printed
  })
}

async function printWhole(version: string): Promise<KeptAnswer> {
  const all = wholeEndpoints()
  await printInTurns(all)
  return keep(getWholeOpenapi, openApi(wholeInfo(version), all))
}

/** Creates the documents one after the other, with pauses for other requests: a large service takes a third of a second. */
async function printInTurns(endpoints: Readonly<Record<string, Endpoint>>): Promise<void> {
  for (const one of Object.values(endpoints)) {
    printTypes(one)
    await setImmediate()
  }
}

type Documents = { readonly forAdmins: KeptAnswer; readonly forUsers: KeptAnswer }

/** Each document is created once per process, when it is first requested: the start does not wait for rarely read documents. */
const printed = new Map<string, Promise<Documents>>()

function documentsOf(service: Service, version: string): Promise<Documents> {
  const name = `${service} ${version}`
  const documents = printed.get(name) ?? print(service, version)
  printed.set(name, documents)
  return documents
}

async function print(service: Service, version: string): Promise<Documents> {
  const all = SERVICE_ENDPOINTS[service]
  await printInTurns(all)
  const info = serviceInfo(service, version)
  const open = Object.fromEntries(Object.entries(all).filter(([, e]) => !e.tags.includes('admin')))
  const e = endpointOf(service)
  const forAdmins = keep(e, openApi(info, all))
  // Usually no endpoint has to be hidden.
  const isSame = Object.keys(open).length === Object.keys(all).length
  // Other requests are also answered between these two documents.
  await setImmediate()
  return { forAdmins, forUsers: isSame ? forAdmins : keep(e, openApi(info, open)) }
}

function endpointOf(service: Service) {
  const e: Endpoint | undefined = SERVICE_ENDPOINTS[service].getOpenapi
  if (e?.response === undefined || e.access === 'anyone') throw new TypeError(`${service} has no description`)
  return { ...e, access: e.access, response: e.response }
}

function isAdmin(service: Service, roles: ReadonlySet<string>): boolean {
  if (service === 'ca' || service === 'odt' || service === 'payments') return roles.has(`${service}:admin`)
  return ['ca:admin', 'odt:admin', 'payments:admin'].some((role) => roles.has(role))
}
