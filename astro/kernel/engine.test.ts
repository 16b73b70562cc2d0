import { expect, test } from 'vitest'
import { chooseKernelBuild, type WasmEngine } from './engine.ts'

test('chooseKernelBuild() asks the host with a module that multiplies and adds in one step', () => {
  const asked: Uint8Array[] = []
  const host = (answer: boolean) =>
    ({
      validate: (bytes: Uint8Array) => {
        asked.push(bytes)
        return answer
      },
    }) as unknown as WasmEngine
  expect([chooseKernelBuild(host(true)), chooseKernelBuild(host(false))]).toEqual(['relaxed', 'baseline'])
  // "\0asm", version 1; and the opcode 0x107 of f64x2.relaxed_madd behind the prefix of vectors, in LEB128 (WebAssembly 3.0, §5.4.9).
  const [bytes] = asked
  expect([...bytes!.slice(0, 8)]).toEqual([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0])
  expect([...bytes!.slice(-4)]).toEqual([0xfd, 0x87, 0x02, 0x0b])
})
