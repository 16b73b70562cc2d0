/** The pages and scripts of the test application, by path. They are JavaScript for the browser, stored as text. */
const HOME = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Sign-in journeys</title><script type="module" src="/app.js"></script></head>
<body><p id="state">starting</p></body>
</html>
`

const SILENT = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Silent check</title></head>
<body><script src="/silent-check-sso.js"></script></body>
</html>
`

const APP = `import Keycloak from '/keycloak.js'

const state = document.getElementById('state')
const keycloak = new Keycloak(await (await fetch('/config.json')).json())
window.keycloak = keycloak
keycloak.onAuthLogout = () => {
  state.textContent = 'signed out by another'
}
const started = performance.now()
try {
  const isSignedIn = await keycloak.init({
    onLoad: 'check-sso',
    silentCheckSsoRedirectUri: location.origin + '/silent-check-sso.html',
    silentCheckSsoFallback: false,
    pkceMethod: 'S256',
    checkLoginIframeInterval: 1,
  })
  window.initMs = Math.round(performance.now() - started)
  state.textContent = isSignedIn ? 'signed in' : 'signed out'
} catch (error) {
  state.textContent = 'failed: ' + (error?.message ?? JSON.stringify(error))
}
`

export const PAGES: Readonly<Record<string, { readonly type: string; readonly text: string }>> = {
  '/': { type: 'text/html', text: HOME },
  '/deep/page': { type: 'text/html', text: HOME },
  '/app.js': { type: 'text/javascript', text: APP },
  '/silent-check-sso.html': { type: 'text/html', text: SILENT },
  '/silent-check-sso.js': { type: 'text/javascript', text: 'parent.postMessage(location.href, location.origin)\n' },
}
