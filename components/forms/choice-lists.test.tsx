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
  <CheckboxList
    key="list"
    name="all"
    label="All"
    options={[{ name: 'trust', value: 'on', label: 'Trust', ticked: preset }]}
  />,
]

test('a checkbox is as it was in the refused post, whatever is stored', () => {
  for (const box of boxes(true)) expect(isChecked(box, { echoed: { intent: 'save' } })).toBe(false)
  for (const box of boxes(false)) expect(isChecked(box, { echoed: { trust: 'on' } })).toBe(true)
})

test('a checkbox is as it is stored while nothing was posted', () => {
  for (const box of boxes(true)) expect(isChecked(box)).toBe(true)
  for (const box of boxes(false)) expect(isChecked(box)).toBe(false)
})
