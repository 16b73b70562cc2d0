import type { Account } from '../accounts/accounts.ts'
import { type Html, html } from './html.ts'
import { renderPage } from './layout.ts'

export type SessionView = {
  readonly isCurrent: boolean
  readonly device: string
  readonly signedInAt: Date
  readonly activeAt: Date
}
export type AccountPage = {
  readonly basePath: string
  readonly isDemo: boolean
  readonly account: Account
  readonly sessions: readonly SessionView[]
  readonly back: string | undefined
  readonly formToken: string
}

const RESOURCES: Readonly<Record<string, string>> = {
  ca: 'Collision avoidance',
  odt: 'On-demand tracking',
  payments: 'Payments',
  account: 'This account',
}
const ROLES: Readonly<Record<string, string>> = {
  admin: 'administrator',
  user: 'user',
  testuser: 'test user',
  'manage-account': 'change profile',
  'manage-account-links': 'link other accounts',
  'view-profile': 'see profile',
}

function time(date: Date): Html {
  const iso = date.toISOString()
  return html`<time datetime="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 16)} Z</time>`
}

function roleRows(account: Account): readonly Html[] {
  return Object.entries(RESOURCES).map(([resource, name]) => {
    const words = (account.roles[resource] ?? []).map((role) => ROLES[role] ?? role).join(', ')
    return html`<div><dt>${name}</dt><dd>${words === '' ? html`<span class="none">no access</span>` : words}</dd></div>`
  })
}

function sessionRows(sessions: readonly SessionView[]): readonly Html[] {
  return sessions.map(
    (session) => html`<tr${session.isCurrent && html` class="current"`}>
<th scope="row">${session.device}${session.isCurrent && html` <span class="tag">This browser</span>`}</th>
<td data-label="Signed in">${time(session.signedInAt)}</td><td data-label="Last active">${time(session.activeAt)}</td></tr>`,
  )
}

/** Returns the page with the profile, the roles as text, and the sessions with a button that ends all of them. */
export function accountPage(page: AccountPage): string {
  const { account } = page
  const body = html`<div class="page-head"><h1>Account</h1>${page.back !== undefined && html`<a class="btn" href="${page.back}">Back to Apsis</a>`}</div>
<section class="pane" aria-labelledby="profile"><h2 class="pane-head" id="profile">Profile</h2>
<dl><div><dt>User name</dt><dd><code>${account.username}</code></dd></div>
<div><dt>Name</dt><dd>${account.name}</dd></div>
<div><dt>E-mail</dt><dd>${account.email}</dd></div>
<div><dt>Organisation</dt><dd>${account.organisation?.name ?? html`<span class="none">none, private account</span>`}</dd></div></dl></section>
<section class="pane" aria-labelledby="roles"><h2 class="pane-head" id="roles">May use</h2><dl>${roleRows(account)}</dl></section>
<section class="pane" aria-labelledby="sessions"><h2 class="pane-head" id="sessions">Sessions <span class="as">${page.sessions.length} active</span></h2>
<table class="sessions"><thead><tr><th scope="col">Browser</th><th scope="col">Signed in</th><th scope="col">Last active</th></tr></thead><tbody>${sessionRows(page.sessions)}</tbody></table>
<form method="post" action="${page.basePath}/account/sign-out" class="fields"><input type="hidden" name="token" value="${page.formToken}">
<p>Signing out everywhere ends every session above, this one too. Work in open tabs ends within five minutes.</p>
<p class="actions"><button class="btn">Sign out everywhere</button></p></form></section>`
  return renderPage({ title: 'Account', basePath: page.basePath, body, isDemo: page.isDemo, isWide: true })
}
