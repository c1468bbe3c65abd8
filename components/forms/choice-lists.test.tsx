import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CheckboxList, CheckField, FormCheckbox } from '@/components/forms/choice-lists'
import { FormContext, type FormState, untouchedForm } from '@/components/forms/form-context'

const isChecked = (box: React.ReactNode, state: Partial<FormState> = {}) =>
  renderToStaticMarkup(
    <FormContext value={{ ...untouchedForm, ...state }}>{box}</FormContext>,
  ).includes('checked=""')

const boxes = (preset: boolean) => [
  <FormCheckbox key="box" name="trust" value="on" preset={preset} />,
  <CheckField key="field" name="trust" label="Trust" preset={preset} />,
]

const list = (...ticked: string[]) => (
  <CheckboxList
    name="roles"
    label="Roles"
    options={['user', 'clerk'].map((value) => ({
      value,
      label: value,
      ticked: ticked.includes(value),
    }))}
  />
)

/** The values that a browser would post for the boxes of the list. */
const checkedOf = (box: React.ReactNode, state: Partial<FormState> = {}) => {
  const html = renderToStaticMarkup(
    <FormContext value={{ ...untouchedForm, ...state }}>{box}</FormContext>,
  )
  const boxes = [...html.matchAll(/<input[^>]*type="checkbox"[^>]*>/g)].map(([tag]) => tag)
  return boxes
    .filter((tag) => tag.includes('checked=""'))
    .map((tag) => /value="(\w+)"/.exec(tag)?.[1])
}

test('a checkbox is as it was in the refused post, whatever is stored', () => {
  for (const box of boxes(true)) expect(isChecked(box, { echoed: { intent: 'save' } })).toBe(false)
  for (const box of boxes(false)) expect(isChecked(box, { echoed: { trust: 'on' } })).toBe(true)
})

test('a checkbox is as it is stored while nothing was posted', () => {
  for (const box of boxes(true)) expect(isChecked(box)).toBe(true)
  for (const box of boxes(false)) expect(isChecked(box)).toBe(false)
})

test('a list is as it was in the refused post: several values, one, or none', () => {
  const several = { echoed: { name: '' }, echoedLists: { roles: ['user', 'clerk'] } }
  expect(checkedOf(list(), several)).toEqual(['user', 'clerk'])
  expect(checkedOf(list('user'), { echoed: {}, echoedLists: { roles: ['clerk'] } })).toEqual([
    'clerk',
  ])
  expect(checkedOf(list('user'), { echoed: { roles: '' } })).toEqual([])
})

test('a list stays as it is stored after the post of a form that does not have it', () => {
  expect(checkedOf(list('user'))).toEqual(['user'])
  expect(checkedOf(list('user'), { echoed: { role_1: 'clerk' } })).toEqual(['user'])
})

test('a list without a checked box is posted', () => {
  expect(renderToStaticMarkup(list())).toContain('<input type="hidden" name="roles" value=""/>')
})
