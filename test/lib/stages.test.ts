import { stages } from '../../lib/stages.ts';
import { maskedTemplate, stageNamed, StageTemplates } from './templates.ts';

const texts = Object.fromEntries(Object.keys(stages).map((name) => [name, textOf(name)]));

/** A stage's templates as one text, without its name and the hashes that hold it. */
function textOf(name: string, settings = stageNamed(name)): string {
  const { all } = new StageTemplates(name, settings);
  return JSON.stringify(all.map(maskedTemplate), undefined, 1)
    .replaceAll(name, '<stage>')
    .replaceAll(/(?:[0-9A-F]{8})+(?![0-9A-Za-z])/gu, '<hash>');
}

describe('the stages', () => {
  it('are staging and production', () => {
    expect(Object.keys(stages)).toEqual(['Staging', 'Production']);
  });

  // Names of the same length: CDK cuts long ones in the middle.
  it.each([
    ['Staging', 'Another'],
    ['Production', 'Differents'],
  ])('differ only in the listed values: %s is its values, not its name', (name, other) => {
    expect(textOf(other, stageNamed(name))).toBe(texts[name]);
  });

  it('do differ with their own values', () => {
    expect(texts['Staging']).not.toBe(texts['Production']);
  });

  it('take every listed value to the templates', () => {
    const production = stageNamed('Production');
    const staging = stageNamed('Staging');
    const changed = (Object.keys(production) as (keyof typeof production)[]).filter(
      (key) => key !== 'terminationProtection', // no template has it: CloudFormation gets it separately
    );
    for (const key of changed) {
      const settings = { ...production, [key]: key === 'region' ? 'us-west-2' : staging[key] };
      expect({ key, differs: textOf('Production', settings) !== texts['Production'] }).toEqual({
        key,
        differs: true,
      });
    }
  });
});
