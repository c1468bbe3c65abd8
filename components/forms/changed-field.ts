/** Whether a field holds something else than the page gave it. */
export function wasChanged(field: Element): boolean {
  if (field instanceof HTMLInputElement) {
    if (field.type === 'checkbox' || field.type === 'radio') return field.checked !== field.defaultChecked
    return field.type !== 'hidden' && field.value !== field.defaultValue
  }
  if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue
  if (!(field instanceof HTMLSelectElement)) return false
  const preset = [...field.options].some(({ defaultSelected }) => defaultSelected)
  return preset
    ? [...field.options].some(({ selected, defaultSelected }) => selected !== defaultSelected)
    : field.selectedIndex > 0
}
