/** A call to print: an address with everything filled in, and what is sent. */
export type Call = {
  readonly method: string
  readonly url: string
  readonly body?: unknown
  readonly isStream: boolean
}

export const LANGUAGES = ['curl', 'TypeScript', 'Python'] as const
export type Language = (typeof LANGUAGES)[number]

/** A call in a language; the token stands in a variable, never in the text. */
export function printCall(call: Call, language: Language): string {
  return PRINTERS[language](call)
}

const PRINTERS: Readonly<Record<Language, (call: Call) => string>> = {
  curl: ({ method, url, body, isStream }) =>
    [
      `curl -sS${isStream ? 'N' : ''}${method === 'GET' ? '' : ` -X ${method}`} ${shell(url)}`,
      '-H "Authorization: Bearer $TOKEN"',
      ...(body === undefined
        ? []
        : ["-H 'Content-Type: application/json'", `-d ${shell(JSON.stringify(body, null, 2))}`]),
    ].join(' \\\n  '),

  TypeScript: ({ method, url, body, isStream }) =>
    [
      `const response = await fetch(${quoted(url)}, {`,
      ...(method === 'GET' ? [] : [`  method: '${method}',`]),
      body === undefined
        ? `  headers: { Authorization: \`Bearer \${token}\` },`
        : `  headers: { Authorization: \`Bearer \${token}\`, 'Content-Type': 'application/json' },`,
      ...(body === undefined ? [] : [`  body: JSON.stringify(${indented(JSON.stringify(body, null, 2))}),`]),
      '})',
      `if (!response.ok) throw new Error(\`\${response.status}: \${await response.text()}\`)`,
      ...(isStream
        ? ['for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) console.log(chunk)']
        : ['console.log(await response.json())']),
    ].join('\n'),

  Python: ({ method, url, body, isStream }) =>
    [
      'import json',
      'import os',
      'import urllib.request',
      '',
      `request = urllib.request.Request(`,
      `    ${JSON.stringify(url)},`,
      ...(method === 'GET' ? [] : [`    method="${method}",`]),
      body === undefined
        ? `    headers={"Authorization": "Bearer " + os.environ["TOKEN"]},`
        : `    headers={"Authorization": "Bearer " + os.environ["TOKEN"], "Content-Type": "application/json"},`,
      ...(body === undefined ? [] : [`    data=json.dumps(${indented(python(body), '    ')}).encode(),`]),
      ')',
      'with urllib.request.urlopen(request) as response:',
      ...(isStream
        ? ['    for line in response:', '        print(line.decode(), end="")']
        : ['    print(json.load(response))']),
    ].join('\n'),
}

function shell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
function indented(text: string, by = '  '): string {
  return text.replaceAll('\n', `\n${by}`)
}

/** A value as Python writes it. */
export function python(value: unknown, indent = ''): string {
  if (value === null || value === undefined) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value !== 'object') return JSON.stringify(value)
  const inner = `${indent}  `
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  const items = Array.isArray(value)
    ? value.map((item) => python(item, inner))
    : Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${python(item, inner)}`)
  return items.length === 0
    ? open + close
    : `${open}\n${items.map((item) => `${inner}${item}`).join(',\n')}\n${indent}${close}`
}
