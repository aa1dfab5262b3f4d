import { stages } from '../../lib/stages.ts';
import { maskedTemplate, stageNamed, StageTemplates } from './templates.ts';

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
    expect(textOf(other, stageNamed(name))).toBe(textOf(name));
  });

  it('do differ with their own values', () => {
    expect(textOf('Staging')).not.toBe(textOf('Production'));
  });

  it('take every listed value to the templates', () => {
    const base = textOf('Production');
    const production = stageNamed('Production');
    const staging = stageNamed('Staging');
    const changed = (Object.keys(production) as (keyof typeof production)[]).filter(
      (key) => key !== 'terminationProtection', // no template has it: CloudFormation is told beside it
    );
    for (const key of changed) {
      const settings = { ...production, [key]: key === 'region' ? 'us-west-2' : staging[key] };
      expect({ key, differs: textOf('Production', settings) !== base }).toEqual({
        key,
        differs: true,
      });
    }
  });
});
