import { stringify } from 'yaml'
import { base, migration } from './manifests'

const HEADER = '# Written by npm run build:manifests from deploy/kubernetes/manifests.ts\n'

const print = (value: object) =>
  stringify(value, { aliasDuplicateObjects: false, lineWidth: 100, singleQuote: true })

function kustomization(resources: string[]): object {
  return { apiVersion: 'kustomize.config.k8s.io/v1beta1', kind: 'Kustomization', resources }
}

/** The files below this folder: their paths and their text. */
export function manifestFiles(): [string, string][] {
  const folders = Object.entries({ base, migration })
  return folders.flatMap(([folder, manifests]): [string, string][] => [
    [`${folder}/manifests.yaml`, HEADER + manifests.map(print).join('---\n')],
    [`${folder}/kustomization.yaml`, HEADER + print(kustomization(['manifests.yaml']))],
  ])
}
