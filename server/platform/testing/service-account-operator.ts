import type { ServiceAccount, ServiceAccountSecret } from '@apsis/contract/service-accounts/service-account.ts'
import { bodyOf, type TestApi } from './test-api.ts'
import type { TestPerson } from './test-issuer.ts'

const ACCOUNTS = '/api/v1/service-accounts'
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

/** Returns functions with which a person makes the calls for service accounts. */
export function asOperator(api: TestApi, who: TestPerson) {
  const post = (path: string, body: unknown) => api.call(who, `POST ${path}`, { body: JSON.stringify(body) })
  const wish = { name: 'Nightly upload', roles: ['ca:user'] }
  return {
    create: (change: object = {}) => post(ACCOUNTS, { ...wish, ...change }),
    created: async (change: object = {}) => {
      const answer = await post(ACCOUNTS, { ...wish, ...change })
      if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`)
      return bodyOf<ServiceAccountSecret>(answer)
    },
    rotate: (id: string, body: object = {}) => post(`${ACCOUNTS}/${id}/secrets`, body),
    revoke: (id: string) => api.call(who, `DELETE ${ACCOUNTS}/${id}`),
    list: async (query = '') => bodyOf<ServiceAccount[]>(await api.call(who, `GET ${ACCOUNTS}${query}`)),
  }
}

export type Credentials = { readonly id: string; readonly secret: string }

export const credentialsOf = ({ serviceAccount, clientSecret }: ServiceAccountSecret): Credentials => ({
  id: serviceAccount.clientId,
  secret: clientSecret,
})

/** Requests a token with the header that RFC 6749 §2.3.1 requires every server to accept. */
export function askToken(api: TestApi, { id, secret }: Credentials, form: Record<string, string> = {}) {
  const basic = Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')
  return api.call(undefined, 'POST /api/v1/session/token', {
    headers: { ...FORM, authorization: `Basic ${basic}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', ...form }).toString(),
  })
}

/** Requests a token with these fields in the form. */
export function askByForm(api: TestApi, form: Record<string, string>, headers: Record<string, string> = {}) {
  const body = new URLSearchParams(form).toString()
  return api.call(undefined, 'POST /api/v1/session/token', { headers: { ...FORM, ...headers }, body })
}

/** Returns the header of a call with a token of the account. */
export async function bearerOf(api: TestApi, credentials: Credentials): Promise<{ authorization: string }> {
  const answer = await askToken(api, credentials)
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  const { access_token: token } = await bodyOf<{ access_token: string }>(answer)
  return { authorization: `Bearer ${token}` }
}
