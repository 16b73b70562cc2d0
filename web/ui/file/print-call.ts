import type { Call, Language } from './printed-call.ts'

/** Returns a call in a language; the token is in a variable, never in the text. */
export function printCall(call: Call, language: Language): string {
  return PRINTERS[language](call)
}

const PRINTERS: Readonly<Record<Language, (call: Call) => string>> = {
  curl: ({ method, url, version, body, form, raw, encoded, isOpen, isStream }) =>
    [
      ...[form, raw].flatMap((sent) => (sent ? [`curl -sSO ${shell(sent.from)} &&`] : [])),
      `curl -sS${isStream ? 'N' : ''}${method === 'GET' ? '' : ` -X ${method}`} ${shell(url)}`,
      ...(isOpen ? [] : ['-H "Authorization: Bearer $TOKEN"']),
      ...(version === undefined ? [] : [`-H ${shell(`If-Match: ${version}`)}`]),
      ...(body === undefined
        ? []
        : ["-H 'Content-Type: application/json'", `-d ${shell(JSON.stringify(body, null, 2))}`]),
      ...(raw ? [`-H ${shell(`Content-Type: ${raw.media}`)}`, `--data-binary ${shell(`@${raw.file}`)}`] : []),
      ...(encoded ? curlFields(encoded) : []),
      ...Object.entries(form?.fields ?? {}).map(([name, value]) => `-F ${shell(`${name}=${value}`)}`),
      ...(form ? [`-F ${shell(`file=@${form.file}${form.name === undefined ? '' : `;filename=${form.name}`}`)}`] : []),
    ].join(' \\\n  '),

  TypeScript: ({ method, url, version, body, form, raw, encoded, isOpen, isStream, isText }) =>
    [
      ...(isOpen ? [] : ['const token = process.env.TOKEN']),
      ...(encoded ? typeScriptForm(encoded) : []),
      ...(raw ? [`const file = await (await fetch(${quoted(raw.from)})).blob()`] : []),
      ...(form
        ? [
            `const file = await (await fetch(${quoted(form.from)})).blob()`,
            'const form = new FormData()',
            ...Object.entries(form.fields).map(([name, value]) => `form.append(${quoted(name)}, ${quoted(value)})`),
            `form.append('file', file, ${quoted(form.name ?? form.file)})`,
          ]
        : []),
      `const response = await fetch(${quoted(url)}, {`,
      ...(method === 'GET' ? [] : [`  method: '${method}',`]),
      ...headersOf(
        [
          isOpen ? '' : `Authorization: \`Bearer \${token}\``,
          version === undefined ? '' : `'If-Match': ${quoted(version)}`,
          typeScriptType({ raw, body }),
        ],
        '  headers: { ',
        ' },',
      ),
      ...(body === undefined ? [] : [`  body: JSON.stringify(${indented(JSON.stringify(body, null, 2))}),`]),
      ...(form || encoded ? ['  body: form,'] : []),
      ...(raw ? ['  body: file,'] : []),
      '})',
      `if (!response.ok) throw new Error(\`\${response.status}: \${await response.text()}\`)`,
      ...(isStream
        ? ['for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) console.log(chunk)']
        : [`console.log(await response.${isText ? 'text' : 'json'}())`]),
    ].join('\n'),

  Python: ({ method, url, version, body, form, raw, encoded, isOpen, isStream, isText }) =>
    [
      ...(body === undefined && (isStream || isText) ? [] : ['import json']),
      ...(isOpen && !encoded ? [] : ['import os']),
      ...(encoded ? ['import urllib.parse'] : []),
      'import urllib.request',
      ...(form ? ['import uuid'] : []),
      '',
      ...(form ? pythonForm(form) : []),
      ...(raw ? [...pythonFile(raw), '    data = file.read()', ''] : []),
      ...(encoded ? pythonFields(encoded) : []),
      `request = urllib.request.Request(`,
      `    ${JSON.stringify(url)},`,
      ...(method === 'GET' ? [] : [`    method="${method}",`]),
      ...(form || raw || encoded ? ['    data=data,'] : []),
      ...headersOf(
        [
          isOpen ? '' : '"Authorization": "Bearer " + os.environ["TOKEN"]',
          version === undefined ? '' : `"If-Match": ${JSON.stringify(version)}`,
          pythonType({ form, raw, body }),
        ],
        '    headers={',
        '},',
      ),
      ...(body === undefined ? [] : [`    data=json.dumps(${indented(python(body), '    ')}).encode(),`]),
      ')',
      'with urllib.request.urlopen(request) as response:',
      ...(isStream
        ? ['    for line in response:', '        print(line.decode(), end="")']
        : [`    print(${isText ? 'response.read().decode()' : 'json.load(response)'})`]),
    ].join('\n'),
}

type EncodedForm = NonNullable<Call['encoded']>

/** A form without fields is sent as an empty body, because a request without a body would be a different call. */
function curlFields({ fields, variables }: EncodedForm): string[] {
  const given = [
    ...Object.entries(fields).map(([name, value]) => `--data-urlencode ${shell(`${name}=${value}`)}`),
    ...Object.entries(variables).map(([name, held]) => `--data-urlencode "${name}=$${held}"`),
  ]
  return given.length === 0 ? ["-d ''"] : given
}

function typeScriptForm({ fields, variables }: EncodedForm): string[] {
  return [
    'const form = new URLSearchParams({',
    ...Object.entries(fields).map(([name, value]) => `  ${name}: ${quoted(value)},`),
    ...Object.entries(variables).map(([name, held]) => `  ${name}: process.env.${held},`),
    '})',
  ]
}

function pythonFields({ fields, variables }: EncodedForm): string[] {
  return [
    'fields = {',
    ...Object.entries(fields).map(([name, value]) => `    "${name}": ${JSON.stringify(value)},`),
    ...Object.entries(variables).map(([name, held]) => `    "${name}": os.environ["${held}"],`),
    '}',
    'data = urllib.parse.urlencode(fields).encode()',
  ]
}

type SentCall = Pick<Call, 'body'> & { readonly form?: Call['form']; readonly raw: Call['raw'] }

/** Returns the line of the headers, if there are any. */
function headersOf(headers: readonly string[], open: string, close: string): string[] {
  const given = headers.filter((one) => one !== '')
  return given.length === 0 ? [] : [`${open}${given.join(', ')}${close}`]
}

function typeScriptType({ raw, body }: SentCall): string {
  if (raw) return `'Content-Type': ${quoted(raw.media)}`
  return body === undefined ? '' : "'Content-Type': 'application/json'"
}

function pythonType({ form, raw, body }: SentCall): string {
  if (raw) return `"Content-Type": ${JSON.stringify(raw.media)}`
  if (form) return '"Content-Type": "multipart/form-data; boundary=" + boundary'
  return body === undefined ? '' : '"Content-Type": "application/json"'
}

/** Python's standard library does not write forms (RFC 7578), so the example writes them. */
function pythonForm({ fields, file, from, name = file }: NonNullable<Call['form']>): string[] {
  return [
    'boundary = uuid.uuid4().hex',
    `fields = ${python(fields)}`,
    'head = "".join(',
    '    f\'--{boundary}\\r\\nContent-Disposition: form-data; name="{name}"\\r\\n\\r\\n{value}\\r\\n\'',
    '    for name, value in fields.items()',
    ')',
    `head += f'--{boundary}\\r\\nContent-Disposition: form-data; name="file"; filename=${JSON.stringify(name)}\\r\\n\\r\\n'`,
    ...pythonFile({ file, from }),
    '    data = head.encode() + file.read() + f"\\r\\n--{boundary}--\\r\\n".encode()',
    '',
  ]
}

function pythonFile({ file, from }: { readonly file: string; readonly from: string }): string[] {
  return [
    `urllib.request.urlretrieve(${JSON.stringify(from)}, ${JSON.stringify(file)})`,
    `with open(${JSON.stringify(file)}, "rb") as file:`,
  ]
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

/** Returns a value in the syntax of Python. */
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
