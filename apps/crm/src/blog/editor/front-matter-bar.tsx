import type { FormState } from '@docfolio/admin/records/form-field';
import { frontMatterOf } from '@docfolio/markdown/front-matter';
import { Button } from '@docfolio/ui/buttons/button';
import { FileInput } from 'lucide-react';
import { useWatch } from 'react-hook-form';
import { EditorBar } from './editor-bar.js';
import { canBeRead } from './front-matter.js';

/** A bar that says what of a text is not shown to readers, and offers to read it into the fields. */
export function FrontMatterBar({ form, text, onRead }: { form: FormState; text: string; onRead: () => void }) {
  const values = useWatch({ control: form.control });
  const block = frontMatterOf(text);
  if (!block) return null;
  const read = canBeRead(text, values) && (
    <Button size="sm" onClick={onRead}>
      Read into the empty fields
    </Button>
  );
  return (
    <EditorBar label="Front matter" icon={FileInput} actions={read}>
      {`The text begins with front matter (${block.entries.map(({ key }) => key).join(', ')}). Readers do not see it.`}
    </EditorBar>
  );
}
