// What javac says of names: for every name that is used, the place of what it means, where that is among the given files.
// java Names.java FOLDER < list of files, one a line: path:line:name TAB path:line, or "-" for what is not among them.
import com.sun.source.tree.*;
import com.sun.source.util.*;
import java.io.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import javax.lang.model.element.*;
import javax.tools.*;

public class Names {
  public static void main(String[] args) throws Exception {
    Path root = Paths.get(args[0]);
    List<File> files = new ArrayList<>();
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line; (line = in.readLine()) != null; ) files.add(root.resolve(line).toFile());
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StandardJavaFileManager manager = compiler.getStandardFileManager(d -> {}, null, StandardCharsets.UTF_8);
    JavacTask task = (JavacTask) compiler.getTask(Writer.nullWriter(), manager, d -> {}, List.of("-proc:none", "-XDshould-stop.ifError=FLOW"), null, manager.getJavaFileObjectsFromFiles(files));
    Iterable<? extends CompilationUnitTree> units = task.parse();
    task.analyze();
    Trees trees = Trees.instance(task);
    PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), false, "UTF-8");
    for (CompilationUnitTree unit : units) new Reader(trees, root, unit, out).scan(unit, null);
    out.flush();
  }

  static class Reader extends TreePathScanner<Void, Void> {
    final Trees trees;
    final Path root;
    final CompilationUnitTree unit;
    final PrintStream out;
    final String text;

    Reader(Trees trees, Path root, CompilationUnitTree unit, PrintStream out) throws IOException {
      this.trees = trees;
      this.root = root;
      this.unit = unit;
      this.out = out;
      this.text = unit.getSourceFile().getCharContent(true).toString();
    }

    @Override public Void visitIdentifier(IdentifierTree tree, Void v) {
      tell(tree, tree.getName(), false);
      return super.visitIdentifier(tree, v);
    }

    @Override public Void visitMemberSelect(MemberSelectTree tree, Void v) {
      tell(tree, tree.getIdentifier(), true);
      return super.visitMemberSelect(tree, v);
    }

    void tell(Tree tree, Name name, boolean isLast) {
      SourcePositions at = trees.getSourcePositions();
      long where = isLast ? at.getEndPosition(unit, tree) - name.length() : at.getStartPosition(unit, tree);
      Element element = trees.getElement(getCurrentPath());
      if (where < 0 || element == null || element.asType().getKind() == javax.lang.model.type.TypeKind.ERROR) return;
      TreePath found = trees.getPath(element);
      String to = "-";
      if (element.getKind() == ElementKind.LOCAL_VARIABLE || element.getKind() == ElementKind.PARAMETER || element.getKind() == ElementKind.TYPE_PARAMETER || element.getKind() == ElementKind.EXCEPTION_PARAMETER) to = "local";
      else if (found != null) to = place(found, element);
      out.println(relative(unit) + ":" + unit.getLineMap().getLineNumber(where) + ":" + name + "\t" + to);
    }

    String place(TreePath found, Element element) {
      CompilationUnitTree other = found.getCompilationUnit();
      long start = trees.getSourcePositions().getStartPosition(other, found.getLeaf());
      long end = trees.getSourcePositions().getEndPosition(other, found.getLeaf());
      // What the compiler adds itself stands nowhere.
      if (start < 0 || end <= start) return "-";
      String name = element.getKind() == ElementKind.CONSTRUCTOR ? element.getEnclosingElement().getSimpleName().toString() : element.getSimpleName().toString();
      try {
        String words = other.getSourceFile().getCharContent(true).toString();
        // Behind annotations and modifiers, where the name stands.
        java.util.regex.Matcher match = java.util.regex.Pattern.compile("\\b" + java.util.regex.Pattern.quote(name) + "\\b\\s*[({<;=,:\\s]").matcher(words).region((int) start, (int) Math.min(end, words.length()));
        String lines = "";
        // Annotations may hold the same word: the first few places count.
        for (int k = 0; k < 2 && match.find(); k++) lines += (k > 0 ? " " : "") + relative(other) + ":" + other.getLineMap().getLineNumber(match.start());
        return lines.isEmpty() ? relative(other) + ":" + other.getLineMap().getLineNumber(start) : lines;
      } catch (IOException error) {
        return "-";
      }
    }

    String relative(CompilationUnitTree one) {
      return root.relativize(Paths.get(one.getSourceFile().toUri())).toString();
    }
  }
}
