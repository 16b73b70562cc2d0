import { expect, test } from 'vitest'
import { translator } from './firefox.ts'

test('if Firefox ESR refuses a media command, that is no failure; any other error is passed on', () => {
  const { sent, heard } = translator()
  for (const id of [7, 8]) sent({ id, method: 'emulation.setMediaFeaturesOverride', params: {} })
  const other = { type: 'error', id: 8, error: 'no such frame' }
  expect(heard({ type: 'error', id: 7, error: 'unknown command' })).toEqual({ type: 'success', id: 7, result: {} })
  expect(heard(other)).toEqual(other)
  // The error belongs to another command.
  sent({ id: 9, method: 'emulation.setLocaleOverride', params: {} })
  const unknown = { type: 'error', id: 9, error: 'unknown command' }
  expect(heard(unknown)).toEqual(unknown)
})

test('the download of a file that a page has made is named after its address; other downloads keep their names', () => {
  const { heard } = translator()
  const made = { navigation: null, url: 'blob:http://localhost/1', suggestedFilename: 'a.opm' }
  for (const method of ['browsingContext.downloadWillBegin', 'browsingContext.downloadEnd'])
    expect(heard({ method, params: made }).params).toEqual({ ...made, navigation: 'blob:http://localhost/1' })
  const ofServer = { method: 'browsingContext.downloadWillBegin', params: { ...made, navigation: 'n-1' } }
  expect(heard(ofServer)).toEqual(ofServer)
  const loaded = { method: 'browsingContext.load', params: { navigation: null, url: 'http://localhost/' } }
  expect(heard(loaded)).toEqual(loaded)
})

test('a field is filled by the editor of the browser, which React notices', () => {
  const { sent } = translator()
  const handle = { type: 'string', value: 'a value' }
  const call = (fill: string) => ({
    id: 1,
    method: 'script.callFunction',
    params: { functionDeclaration: 'f', arguments: [handle, { type: 'string', value: fill }] },
  })
  const translated = sent(call('(text3) => window.__pw_bidiInsertText(text3)'))
  expect(translated).toMatchObject({ id: 1, params: { functionDeclaration: 'f', arguments: [handle, {}] } })
  expect(JSON.stringify(translated)).toContain("document.execCommand('insertText', false, text3)")
  // In a frame, and where the editor refuses, the field is filled by Playwright's own call.
  expect(JSON.stringify(translated)).toContain('? window.__pw_bidiInsertText(text3) : undefined')
  expect(sent(call('() => 1'))).toEqual(call('() => 1'))
})
