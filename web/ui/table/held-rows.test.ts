import { createElement, useState } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { holdNext, holdRows, useHeldRows } from './held-rows.ts'

type Row = { readonly id: string; readonly pc: number }
const row = (id: string, pc: number): Row => ({ id, pc })
const idOf = ({ id }: Row) => id

test('holdRows keeps the order, shows the current values of each row, and counts waiting rows', () => {
  const order = [row('a', 1), row('b', 2), row('c', 3)]
  const held = holdRows(order, [row('new', 9), row('c', 30), row('a', 10), row('newer', 8)], idOf)
  expect(held.order).toBe(order)
  expect(held.order.map((one) => held.latest.get(one.id)?.pc)).toEqual([10, 2, 30])
  expect([...held.gone]).toEqual(['b'])
  expect(held.fresh).toBe(2)
})

test('holdRows holds nothing back if the rows are the same', () => {
  const order = [row('a', 1), row('b', 2)]
  const held = holdRows(order, [row('b', 2), row('a', 1)], idOf)
  expect(held.fresh).toBe(0)
  expect(held.gone.size).toBe(0)
})

test('holdRows counts all rows as gone and all as new if every row is replaced', () => {
  const held = holdRows([row('a', 1)], [row('b', 2), row('c', 3)], idOf)
  expect([...held.gone]).toEqual(['a'])
  expect(held.fresh).toBe(2)
})

test('holdNext holds the rows while the query stays the same', () => {
  const held = { hold: 'q', rows: [row('a', 1)] }
  expect(holdNext(held, { hold: 'q', rows: [row('b', 2), row('a', 1)] })).toBe(held)
  expect(holdNext(held, { hold: 'q', rows: [] })).toBe(held)
})

test('holdNext takes the rows of another query, and the first rows of the same query', () => {
  const rows = [row('a', 1)]
  const other = { hold: 'other', rows }
  expect(holdNext({ hold: 'q', rows }, other)).toBe(other)
  expect(holdNext({ hold: 'q', rows: [] }, { hold: 'q', rows })).toEqual({ hold: 'q', rows })
})

test('holdNext returns the same object for the same empty list: otherwise a component would render without end', () => {
  const held: { hold: string; rows: Row[] } = { hold: 'q', rows: [] }
  expect(holdNext(held, { hold: 'q', rows: held.rows })).toBe(held)
})

/** Returns the rows that a table shows for each of these reads, one after the other. */
function shown(readings: readonly (readonly Row[])[], hold: string | undefined): readonly string[] {
  const seen: string[] = []
  const Table = () => {
    const [turn, setTurn] = useState(0)
    const { order, fresh } = useHeldRows({ rows: readings[turn] ?? [], idOf, hold })
    seen[turn] = `${order.map(idOf).join('')} +${fresh}`
    if (turn + 1 < readings.length) setTurn(turn + 1)
    return null
  }
  renderToStaticMarkup(createElement(Table))
  return seen
}

test('useHeldRows holds the first rows of a query, and holds nothing without a query', () => {
  const readings = [[], [row('a', 1)], [row('b', 2), row('a', 1)]]
  expect(shown(readings, 'q')).toEqual([' +0', 'a +0', 'a +1'])
  expect(shown(readings, undefined)).toEqual([' +0', 'a +0', 'ba +0'])
})
