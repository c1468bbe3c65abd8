import { expect, it } from 'vitest'
import { csvLines, jsonLines, listFile, readBatches } from '@/lib/platform/export-list'

const ROWS = [1, 2, 3, 4].map((id) => ({ id }))
const csv = csvLines(['id'], ({ id }: { id: number }) => [id])
const after = (rows: typeof ROWS) =>
  readBatches<(typeof ROWS)[number]>(2, (last) =>
    Promise.resolve(rows.filter(({ id }) => id > (last?.id ?? 0)).slice(0, 2)),
  )

async function read(chunks: AsyncIterable<string>): Promise<string[]> {
  const read: string[] = []
  for await (const chunk of chunks) read.push(chunk)
  return read
}

it('exports every row once, with one header, also if the last batch is full', async () => {
  const from = { batches: after(ROWS), isAllowed: () => Promise.resolve(true) }
  const { fileName, chunks } = await listFile('list', csv, from)
  expect(fileName).toBe('list.csv')
  expect((await read(chunks)).join('')).toBe('"id"\r\n"1"\r\n"2"\r\n"3"\r\n"4"\r\n')
})

it('exports an empty list as a header, or as nothing in JSON Lines', async () => {
  const from = () => ({ batches: after([]), isAllowed: () => Promise.resolve(true) })
  expect((await read((await listFile('list', csv, from())).chunks)).join('')).toBe('"id"\r\n')
  const lines = jsonLines((row: (typeof ROWS)[number]) => row)
  expect((await read((await listFile('list', lines, from())).chunks)).join('')).toBe('')
})

it('sends no further batch once the exporter is not allowed to read the list', async () => {
  let asked = 0
  const isAllowed = () => Promise.resolve(++asked < 2)
  const { chunks } = await listFile('list', csv, { batches: after(ROWS), isAllowed })
  expect((await chunks.next()).value).toBe('"id"\r\n"1"\r\n"2"\r\n')
  await expect(chunks.next()).rejects.toThrow()
})

it('refuses an export that is not allowed from the start', async () => {
  const isAllowed = () => Promise.resolve(false)
  await expect(listFile('list', csv, { batches: after(ROWS), isAllowed })).rejects.toThrow()
})
