import { type Endpoint, SERVICES, type Service } from '@apsis/contract/endpoint.ts'
import { openApi } from '@apsis/contract/openapi.ts'
import { SERVICE_ENDPOINTS, serviceInfo } from '@apsis/contract/services.ts'
import { bindKept, type Door } from './bind.ts'
import { type Kept, keep } from './kept.ts'

/** The description of each service; operations tagged admin only for administrators (spec §6). */
export function openapiRoutes(door: Door, version: string): void {
  for (const service of SERVICES) {
    const { forAdmins, forUsers } = documentsOf(service, version)
    bindKept(door, endpointOf(service), async ({ caller }) =>
      caller !== undefined && isAdmin(service, caller.roles) ? forAdmins : forUsers,
    )
  }
}

type Documents = { readonly forAdmins: Kept; readonly forUsers: Kept }

/** Printed once per process: it takes more than half a second, and whoever starts an API again gets the same. */
const printed = new Map<string, Documents>()

function documentsOf(service: Service, version: string): Documents {
  const known = printed.get(`${service} ${version}`)
  if (known !== undefined) return known
  const all = SERVICE_ENDPOINTS[service]
  const info = serviceInfo(service, version)
  const open = Object.fromEntries(Object.entries(all).filter(([, e]) => !e.tags.includes('admin')))
  const e = endpointOf(service)
  const forAdmins = keep(e, openApi(info, all))
  // Mostly there is nothing to hide, and to print a document takes a part of a second.
  const isSame = Object.keys(open).length === Object.keys(all).length
  const documents = { forAdmins, forUsers: isSame ? forAdmins : keep(e, openApi(info, open)) }
  printed.set(`${service} ${version}`, documents)
  return documents
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
