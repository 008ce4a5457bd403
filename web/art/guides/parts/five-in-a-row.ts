/** Five panels in a row, or three and two on a narrow screen. */
export const fiveInARow =
  'flex flex-wrap justify-center gap-2 *:w-[calc((100%-1rem)/3)] sm:*:w-[calc((100%-2rem)/5)]'
