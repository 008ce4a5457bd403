import { defaultLanguage, languages } from '#contract/language.ts'
import type { ProductTexts } from '#contract/product-texts.ts'
import { isSold, type Product } from '#domain/products.ts'
import { productTextFileOf } from '#server/services/site/product-texts.ts'
import { differingNumbers, numbersIn } from './number-differences.ts'

/** Sentences about products without a text, or whose texts are French in other languages, or have other numbers. */
export function findProductGaps(
  texts: ProductTexts,
  products: readonly Product[],
): readonly string[] {
  const original = texts[defaultLanguage] ?? {}
  const sold = products.filter(isSold)
  const names = new Set([...Object.keys(original), ...sold.map(({ slug }) => slug)])
  if (sold.some(({ kind }) => kind === 'extra')) names.add('extras')
  return languages.flatMap((language) => {
    const file = productTextFileOf(language)
    return [...names].flatMap((name) => {
      const [text, french] = [texts[language]?.[name], original[name]]
      if (!text) return [`${file} lacks ${name}`]
      if (french?.details && !text.details) return [`${file} lacks the details of ${name}`]
      const difference = differingNumbers(
        numbersIn(JSON.stringify(text), language),
        numbersIn(JSON.stringify(french ?? text), french ? defaultLanguage : language),
      )
      return difference === null
        ? []
        : [
            `${file}: ${name} has other numbers than ${productTextFileOf(defaultLanguage)}: ${difference}`,
          ]
    })
  })
}
