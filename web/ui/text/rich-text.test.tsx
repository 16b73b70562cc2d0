import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { RichText } from './rich-text.tsx'

const shown = (html: string) => renderToStaticMarkup(<RichText html={html} />)

test('RichText keeps the elements that have a meaning', () => {
  expect(shown('<b>ξ</b> = z × r<br>in m<sup>2</sup>')).toBe('<b>ξ</b> = z × r<br/>in m<sup>2</sup>')
  expect(shown('<ul><li>one</li><li>two</li></ul>')).toBe('<ul><li>one</li><li>two</li></ul>')
})

test.each([
  ['<script>alert(1)</script>safe', 'safe'],
  ['<ScRiPt src=x>alert(1)</sCrIpT >safe', 'safe'],
  ['<script>never closed', ''],
  ['<img src=x onerror="alert(1)">safe', 'safe'],
  ['<b onclick="alert(1)" style="color:red">safe</b>', '<b>safe</b>'],
  ['<a href="javascript:alert(1)">safe</a>', 'safe'],
  ['<scr<script></script>ipt>alert(1)', 'alert(1)'],
  ['<!-- <b>hidden</b> -->safe', 'safe'],
  ['&lt;script&gt;', '&lt;script&gt;'],
])('RichText removes what is unsafe in %s', (html, safe) => {
  expect(shown(html)).toBe(safe)
})

test('RichText accepts elements that are not closed or not opened', () => {
  expect(shown('<b>a<i>b</b>c</i>')).toBe('<b>a<i>b</i></b>c')
  expect(shown('5 < 6 & 7 > 6 &unknown;')).toBe('5 &lt; 6 &amp; 7 &gt; 6 &amp;unknown;')
})
