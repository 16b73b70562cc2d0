// Keycloak's session frame: the page asks with "clientId sessionId", and the answer tells whether this is still the session here.
let checked

async function isAllowed(clientId, origin) {
  if (checked?.clientId === clientId && checked.origin === origin) return true
  const url = new URL(`${location.origin}${location.pathname}/init`)
  url.searchParams.set('client_id', clientId)
  url.searchParams.set('origin', origin)
  const answer = await fetch(url)
  // A server error is not a refusal.
  if (answer.status >= 500) throw new Error(`The client could not be checked: ${answer.status}.`)
  if (answer.ok) checked = { clientId, origin }
  return answer.ok
}

function currentSession() {
  const prefix = 'PLATFORM_SESSION='
  const cookie = document.cookie.split('; ').find((text) => text.startsWith(prefix))
  return cookie ? decodeURIComponent(cookie.slice(prefix.length)) : ''
}

async function statusOf(clientId, session, origin) {
  if (!(await isAllowed(clientId, origin))) return 'error'
  return currentSession() === session ? 'unchanged' : 'changed'
}

addEventListener('message', async (event) => {
  if (typeof event.data !== 'string' || !event.source) return
  const words = event.data.split(' ')
  if (words.length !== 2) return
  const [clientId, session] = words
  // On 'error' the application signs the user out, but a failed connection is no reason for that; the question is repeated within seconds.
  const status = await statusOf(clientId, session, event.origin).catch(() => 'unchanged')
  event.source.postMessage(status, event.origin)
})
