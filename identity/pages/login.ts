import { html } from './html.ts'
import { renderPage, SERIOUS } from './layout.ts'

export type DemoUser = { readonly username: string; readonly password: string; readonly description: string }
export type LoginPage = {
  readonly basePath: string
  readonly action: string
  readonly username: string
  /** A sentence about the reason why the last try failed. */
  readonly problem: string | undefined
  readonly demoUsers: readonly DemoUser[]
}

function demoList(users: readonly DemoUser[]) {
  const rows = users.map(
    (user) => html`<tr>
<th scope="row"><code>${user.username}</code></th>
<td>${user.description}</td>
<td><button type="button" class="btn" data-username="${user.username}" data-password="${user.password}" aria-label="Fill in ${user.username}">Fill in</button></td>
</tr>`,
  )
  const passwords = [...new Set(users.map((user) => user.password))]
  const password =
    passwords.length === 1
      ? html`Password of all: <code>${passwords[0]}</code>`
      : html`Passwords: ${passwords.map((p) => html`<code>${p}</code> `)}`
  return html`<section class="pane demo" aria-labelledby="demo-title">
<h2 class="pane-head" id="demo-title">Demo data, simulated</h2>
<p>Every satellite, message and user here is made up. ${password}</p>
<table><thead><tr><th scope="col">User name</th><th scope="col">May use</th><th scope="col"><span class="hidden">Fill in</span></th></tr></thead>
<tbody>${rows}</tbody></table>
</section>`
}

/** Returns the sign-in page; after a refused try it says so and puts the caret into the password field. */
export function loginPage(page: LoginPage): string {
  const { problem } = page
  const isKnown = page.username !== ''
  const body = html`<section class="pane" aria-labelledby="title">
<h1 class="pane-head" id="title">Sign in</h1>
<form method="post" action="${page.action}" class="fields">
${problem !== undefined && html`<p class="problem" id="problem" role="alert">${SERIOUS}<span>${problem}</span></p>`}
<div class="field"><label for="username">User name</label>
<input id="username" name="username" autocomplete="username" autocapitalize="none" spellcheck="false" required maxlength="100" value="${page.username}"${!isKnown && html` autofocus`}${problem !== undefined && html` aria-invalid="true" aria-describedby="problem"`}></div>
<div class="field"><label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required maxlength="1024"${isKnown && html` autofocus`}${problem !== undefined && html` aria-invalid="true" aria-describedby="problem"`}></div>
<p class="check"><input type="checkbox" id="reveal"><label for="reveal">Show password</label></p>
<button class="btn primary" id="submit">Sign in</button>
</form>
</section>
${page.demoUsers.length > 0 && demoList(page.demoUsers)}`
  return renderPage({
    title: problem === undefined ? 'Sign in' : 'Not signed in',
    basePath: page.basePath,
    body,
    isDemo: page.demoUsers.length > 0,
    scripts: ['login.js'],
  })
}
