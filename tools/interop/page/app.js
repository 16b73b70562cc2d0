import Keycloak from '/keycloak.js'

const state = document.getElementById('state')
const keycloak = new Keycloak(await (await fetch('/config.json')).json())
window.keycloak = keycloak
window.logouts = 0
keycloak.onAuthLogout = () => {
  window.logouts += 1
  state.textContent = 'signed out'
}

const started = performance.now()
try {
  const isSignedIn = await keycloak.init({
    onLoad: 'check-sso',
    silentCheckSsoRedirectUri: `${location.origin}/silent-check-sso.html`,
    silentCheckSsoFallback: false,
    pkceMethod: 'S256',
    checkLoginIframeInterval: 1,
  })
  window.initMs = performance.now() - started
  state.textContent = isSignedIn ? 'signed in' : 'signed out'
} catch (error) {
  state.textContent = `failed: ${error?.message ?? JSON.stringify(error)}`
}
