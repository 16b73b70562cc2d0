import { useState } from 'react'
import { printCall } from '../../ui/file/print-call.ts'
import { type Call, LANGUAGES, type Language } from '../../ui/file/printed-call.ts'
import { useWords } from '../../ui/text/language.ts'
import { CodeBlock } from '../guide/code-block.tsx'
import { docsWords } from '../guide/words.data.ts'
import own from './reference.module.css'

/** A call in the language that is chosen. */
export function Samples({ call, name }: { readonly call: Call; readonly name: string }) {
  const words = useWords(docsWords)
  const [language, setLanguage] = useState<Language>('curl')
  return (
    <>
      <fieldset className={own.languages}>
        <legend className="visually-hidden">{words('languageOf', { call: name })}</legend>
        {LANGUAGES.map((one) => (
          <label key={one}>
            <input
              type="radio"
              name={`language of ${name}`}
              checked={one === language}
              onChange={() => setLanguage(one)}
            />
            {one}
          </label>
        ))}
      </fieldset>
      <CodeBlock label={words('exampleIn', { language })}>
        <code>{printCall(call, language)}</code>
      </CodeBlock>
    </>
  )
}
