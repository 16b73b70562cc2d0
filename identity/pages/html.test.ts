import { expect, test } from 'vitest'
import { html } from './html.ts'

test('html escapes values in text and in attributes', () => {
  const evil = `"><script>alert('1')</script>&`
  const page = html`<a title="${evil}">${evil}</a>`.markup
  expect(page).not.toContain('<script>')
  expect(page).toBe(
    '<a title="&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;">&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;</a>',
  )
})

test('html keeps markup, joins lists and omits missing values', () => {
  expect(html`<p>${[html`<b>1</b>`, html`<i>${2}</i>`]}${undefined}${false}</p>`.markup).toBe('<p><b>1</b><i>2</i></p>')
})
