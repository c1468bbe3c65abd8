import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { PersonCell } from '@/components/users/person'

it.each([
  ['above', null],
  ['below', 'Ada'],
])('a long address wraps after its @ and dots, %s', (_, name) => {
  const cell = <PersonCell name={name} email="ada.lovelace@mail.example" href={null} />
  expect(renderToStaticMarkup(cell)).toContain('>ada.<wbr/>lovelace@<wbr/>mail.<wbr/>example<')
})
