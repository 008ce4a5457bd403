export { documentSections, paths, type DocumentSection } from '#contract/paths.ts'
