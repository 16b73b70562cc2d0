import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { CA_USER } from '../roles.ts'
import { CaUserconfig } from '../userconfig/userconfig.ts'

const params = z.strictObject({
  'user-config-id': z.string().min(1).max(255).meta({ description: 'The identity subject of the caller' }),
})
const common = { tags: ['userconfig'], access: [CA_USER] } as const
const note =
  'A channel is enabled exactly when it has a target; one that is left out has none, and without statuses CANCELLED and COMPLETED_OK hold. Views that are left out stay as they are stored. With If-Match the save is refused when somebody saved in between.'

export const getCaUserconfig = endpoint({
  ...common,
  method: 'GET',
  path: '/api/v1/ca/userconfig',
  summary: 'Read the collision-avoidance user configuration',
  description:
    'The configuration of the caller; the defaults where nothing was saved yet. Reading stores nothing. The ETag is its version.',
  rate: 'read',
  headers: { etag: true },
  response: CaUserconfig,
})

export const createCaUserconfig = endpoint({
  ...common,
  method: 'POST',
  path: '/api/v1/ca/userconfig',
  summary: 'Create the collision-avoidance user configuration',
  description: `Stores a first configuration; refused with 409 where one is stored already. ${note}`,
  rate: 'write',
  headers: { etag: true },
  body: CaUserconfig,
  response: CaUserconfig,
  status: 201,
  errors: ['conflict'],
})

export const updateCaUserconfig = endpoint({
  ...common,
  method: 'PUT',
  path: '/api/v1/ca/userconfig',
  summary: 'Save the collision-avoidance user configuration',
  description: `Replaces the configuration of the caller, creating it where there was none. ${note}`,
  rate: 'write',
  headers: { ifMatch: 'optional', etag: true },
  body: CaUserconfig,
  response: CaUserconfig,
  errors: ['version-stale'],
})

export const updateCaUserconfigById = endpoint({
  ...updateCaUserconfig,
  path: '/api/v1/ca/userconfig/{user-config-id}',
  headers: { ifMatch: 'optional', etag: true },
  summary: 'Save a collision-avoidance user configuration by its id',
  description: `As without the id; another subject answers like an unknown one. ${note}`,
  params,
})

export const removeCaUserconfig = endpoint({
  ...common,
  method: 'DELETE',
  path: '/api/v1/ca/userconfig/{user-config-id}',
  summary: 'Remove a collision-avoidance user configuration',
  description:
    'Forgets what was saved, the views of the list of conjunctions too; the defaults hold again. Another subject answers like an unknown one.',
  rate: 'write',
  params,
})
