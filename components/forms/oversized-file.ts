/** The name of the first field of a form whose file has more bytes than it may (`data-max-bytes`); null without one. */
export function oversizedFile(form: HTMLFormElement): string | null {
  const fields = [...form.querySelectorAll<HTMLInputElement>('input[type=file][data-max-bytes]')]
  const most = ({ dataset }: HTMLInputElement) => Number(dataset.maxBytes)
  return fields.find((field) => [...(field.files ?? [])].some(({ size }) => size > most(field)))?.name ?? null
}
